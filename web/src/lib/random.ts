// Names and secrets that nobody can guess, also where the page is "insecure": over plain http from
// another computer there is no crypto.randomUUID, but there is crypto.getRandomValues.

const BYTES = 24;

/** A word of 32 letters, digits, "-" and "_", never the same twice. */
export function randomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
