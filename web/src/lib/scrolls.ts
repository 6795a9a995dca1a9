import { beforePicture } from "./picture";

/**
 * Lets the keyboard scroll what does not fit: it takes the focus as long as it has more than it
 * shows, and no longer, so that Tab stops nowhere in vain.
 */
export function scrolls(element: HTMLElement): () => void {
  const look = () => {
    const over =
      element.scrollHeight > element.clientHeight + 1 ||
      element.scrollWidth > element.clientWidth + 1;
    if (over) element.tabIndex = 0;
    else if (document.activeElement !== element) element.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  let callOff = () => {};
  const contents = new MutationObserver(() => {
    callOff();
    callOff = beforePicture(look);
  });
  sizes.observe(element);
  contents.observe(element, { childList: true, subtree: true, characterData: true });
  callOff = beforePicture(look);
  return () => {
    callOff();
    sizes.disconnect();
    contents.disconnect();
  };
}
