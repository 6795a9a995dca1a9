// Where something small stands beside what it belongs to.

export interface Spot {
  left: number;
  top: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 8;
const EDGE = 8;

const within = (value: number, length: number, room: number) =>
  Math.max(EDGE, Math.min(value, room - length - EDGE));

/** To the right of `anchor`, else to the left, below or above: where there is room in the window. */
export function besides(anchor: DOMRectReadOnly, size: Size, window: Size): Spot {
  const top = within(anchor.top, size.height, window.height);
  const left = within(anchor.left, size.width, window.width);
  if (anchor.right + GAP + size.width + EDGE <= window.width)
    return { left: anchor.right + GAP, top };
  if (anchor.left - GAP - size.width >= EDGE) return { left: anchor.left - GAP - size.width, top };
  const below = anchor.bottom + GAP;
  if (below + size.height + EDGE <= window.height) return { left, top: below };
  const above = anchor.top - GAP - size.height;
  return { left, top: above >= EDGE ? above : within(below, size.height, window.height) };
}
