import { nearest } from "./picking";

/** Lets the arrow keys move the focus among the elements that match `selector`, by their places. */
export function arrows(selector: string) {
  return (root: HTMLElement) => {
    const move = (event: KeyboardEvent) => {
      const from = document.activeElement;
      if (!from || !event.key.startsWith("Arrow") || !from.matches(selector)) return;
      const others = [...root.querySelectorAll<HTMLElement | SVGElement>(selector)].filter(
        (element) => element !== from && element.getClientRects().length > 0,
      );
      const boxes = others.map((element) => element.getBoundingClientRect());
      const target = others[nearest(from.getBoundingClientRect(), boxes, event.key)];
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    root.addEventListener("keydown", move);
    return () => root.removeEventListener("keydown", move);
  };
}
