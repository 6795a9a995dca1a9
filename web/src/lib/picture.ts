/**
 * Does something just before the next picture is drawn. What asks how large things are belongs
 * here: asked before all has changed, the browser lays the page out once more for it.
 *
 * Returns what calls it off.
 */
export function beforePicture(work: () => void): () => void {
  const frame = requestAnimationFrame(work);
  return () => cancelAnimationFrame(frame);
}

/** Shows the end of a list, where the newest line stands. */
export const showEnd = (list: HTMLElement) =>
  beforePicture(() => {
    list.scrollTop = list.scrollHeight;
  });
