/**
 * Copies what is in `field`, which stays marked, and says whether that worked. An insecure page has
 * no clipboard of its own; there the browser copies what is marked, or the person does.
 */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copyMarked();
  try {
    await clipboard.writeText(field.value);
    return true;
  } catch {
    return copyMarked();
  }
}

function copyMarked(): boolean {
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}
