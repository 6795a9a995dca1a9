// Pieces are dragged by mouse, pen or finger to where they may be put.
//
// What may be picked up, and where it may go, is the session's to say, which has it from the choices.
// A finger first rests on the piece: until then it scrolls the page as ever.

import type { FollowUp } from "./follow.svelte";
import { still } from "./motion";
import type { Places } from "./protocol";
import type { TableSession } from "./table.svelte";

/** So far the mouse moves before a press is a drag. */
const FROM_PX = 6;
/** So long a finger rests on a piece, and so far it may slip meanwhile. */
const REST_MS = 350;
const SLIP_PX = 10;
/** So near to a place a finger, which hides it, may miss it. */
const MISS_PX = 22;
/** So near to an edge of the table it scrolls, and so far with each picture. */
const EDGE_PX = 48;
const SCROLL_PX = 9;
const BACK_MS = 160;

/** A press that may become a drag, or is one. */
interface Drag {
  pointer: number;
  piece: Element;
  spot: string;
  byFinger: boolean;
  x: number;
  y: number;
  fromX: number;
  fromY: number;
  rest: ReturnType<typeof setTimeout> | undefined;
  /** What is seen under the pointer once the piece is picked up. */
  ghost: HTMLElement | null;
}

/**
 * Lets the pieces within an element be dragged.
 *
 * @param follow Carries out what a drop means.
 * @param first A press that is still held, and may be a drag.
 */
export function drags(session: TableSession, follow: FollowUp, first: PointerEvent | null) {
  return (board: HTMLElement) => {
    let drag: Drag | null = null;

    function press(event: PointerEvent) {
      if (drag || !event.isPrimary || event.button !== 0) return;
      const piece = holdable(session, event.target);
      if (!piece) return;
      const { pointerId: pointer, clientX: x, clientY: y } = event;
      const byFinger = event.pointerType === "touch";
      const rest = byFinger ? setTimeout(pickUp, REST_MS) : undefined;
      const spot = piece.getAttribute("data-spot") ?? "";
      drag = { pointer, piece, spot, byFinger, x, y, fromX: x, fromY: y, rest, ghost: null };
      listen(true);
    }

    function move(event: PointerEvent) {
      if (!drag || event.pointerId !== drag.pointer) return;
      drag.x = event.clientX;
      drag.y = event.clientY;
      if (drag.ghost) return;
      const far = Math.hypot(drag.x - drag.fromX, drag.y - drag.fromY);
      if (drag.byFinger && far > SLIP_PX) end();
      else if (!drag.byFinger && far > FROM_PX) pickUp();
    }

    function pickUp() {
      if (!drag || !session.canHold(drag.spot, drag.piece.hasAttribute("data-chosen")))
        return end();
      drag.ghost = ghostOf(drag.piece);
      board.append(drag.ghost);
      drag.piece.setAttribute("data-held", "");
      document.documentElement.dataset["dragging"] = "";
      getSelection()?.removeAllRanges();
      board.setPointerCapture(drag.pointer);
      session.point(null);
      void session.hold(drag.spot);
      draw();
    }

    /** Each picture of a drag. */
    function draw() {
      if (!drag?.ghost) return;
      const { held } = session;
      // Something else is asked by now, or the piece can be put nowhere.
      if (!held || (held.places && Object.keys(held.places).length === 0)) return putBack();
      const { x, y, fromX, fromY } = drag;
      drag.ghost.style.transform = `translate(${x - fromX}px, ${y - fromY}px)`;
      const over = placeAt(board, drag, held.places)?.getAttribute("data-spot") ?? null;
      if (over !== held.over) session.held = { ...held, over };
      scroll(board, y);
      requestAnimationFrame(draw);
    }

    function release(event: PointerEvent) {
      if (!drag || event.pointerId !== drag.pointer) return;
      if (!drag.ghost) return end();
      dropClick();
      void drop(drag);
    }

    async function drop(dropped: Drag) {
      const places = await answered(session);
      if (drag !== dropped) return;
      const place = placeAt(board, dropped, places);
      const ways = places?.[place?.getAttribute("data-spot") ?? ""];
      if (ways) {
        end();
        follow.along(ways);
        return;
      }
      const within = place !== null && dropped.piece.contains(place);
      putBack();
      if (place && !within && places && Object.keys(places).length > 0)
        session.whyNotThere(dropped.spot, place);
    }

    function putBack() {
      const { ghost, fromX, fromY, x, y } = drag ?? {};
      end();
      if (!ghost || still() || document.documentElement.dataset["animation"] === "off") return;
      board.append(ghost);
      const there = `translate(${(x ?? 0) - (fromX ?? 0)}px, ${(y ?? 0) - (fromY ?? 0)}px)`;
      const back = ghost.animate({ transform: [there, "none"] }, { duration: BACK_MS });
      void back.finished.finally(() => ghost.remove());
    }

    /** Nothing is dragged any more. */
    function end() {
      listen(false);
      clearTimeout(drag?.rest);
      drag?.ghost?.remove();
      drag?.piece.removeAttribute("data-held");
      if (drag && board.hasPointerCapture(drag.pointer)) board.releasePointerCapture(drag.pointer);
      drag = null;
      session.held = null;
      delete document.documentElement.dataset["dragging"];
    }

    const cancel = (event: PointerEvent) => {
      if (event.pointerId === drag?.pointer) putBack();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !drag?.ghost) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      addEventListener("pointerup", dropClick, { capture: true, once: true });
      putBack();
    };
    /** While a piece is dragged, the finger does not scroll. */
    const stay = (event: Event) => {
      if (drag?.ghost) event.preventDefault();
    };
    /** A finger that rests on a piece opens no menu of the browser. */
    const noMenu = (event: Event) => {
      if (drag?.byFinger) event.preventDefault();
    };

    function listen(on: boolean) {
      const change = on ? addEventListener : removeEventListener;
      change("pointermove", move as EventListener);
      change("pointerup", release as EventListener);
      change("pointercancel", cancel as EventListener);
      change("keydown", escape as EventListener, true);
      change("contextmenu", noMenu, true);
    }

    board.addEventListener("pointerdown", press);
    board.addEventListener("touchmove", stay, { passive: false });
    board.addEventListener("dragstart", stay);
    if (first) press(first);
    return () => {
      end();
      board.removeEventListener("pointerdown", press);
      board.removeEventListener("touchmove", stay);
      board.removeEventListener("dragstart", stay);
    };
  };
}

/** The piece that a press at `target` picks up, if there is one. */
function holdable(session: TableSession, target: EventTarget | null): Element | null {
  const piece = target instanceof Element ? target.closest("[data-legal], [data-chosen]") : null;
  const spot = piece?.getAttribute("data-spot");
  return spot && session.canHold(spot, piece?.hasAttribute("data-chosen") ?? false) ? piece : null;
}

/** Where the piece may be put, once that is known. */
function answered(session: TableSession): Promise<Places | null> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.held && !session.held.places) requestAnimationFrame(look);
      else resolve(session.held?.places ?? null);
    };
    look();
  });
}

/** The piece of the table under the pointer: a place for what is dragged before all others. */
function placeAt(board: HTMLElement, drag: Drag, places: Places | null): Element | null {
  const there = document.elementsFromPoint(drag.x, drag.y).flatMap((element) => upwards(element));
  const pieces = there.filter((piece) => board.contains(piece) && piece !== drag.piece);
  const isPlace = (piece: Element) =>
    places !== null && Object.hasOwn(places, piece.getAttribute("data-spot") ?? "");
  const place = pieces.find(isPlace) ?? (drag.byFinger ? nearPlace(board, drag) : null);
  return place ?? pieces[0] ?? null;
}

/** The pieces that an element is part of, from the inside. */
function upwards(element: Element): Element[] {
  const piece = element.closest("[data-spot]");
  return piece ? [piece, ...(piece.parentElement ? upwards(piece.parentElement) : [])] : [];
}

function nearPlace(board: HTMLElement, { x, y }: Drag): Element | null {
  let best: Element | null = null;
  let least = MISS_PX;
  for (const place of board.querySelectorAll("[data-drop]")) {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    if (away < least) [best, least] = [place, away];
  }
  return best;
}

/** Brings more of the table into view where the pointer is at its edge. */
function scroll(board: HTMLElement, y: number): void {
  const box = board.getBoundingClientRect();
  const scrolls = board.scrollHeight > board.clientHeight + 1;
  const over = scrolls && getComputedStyle(board).overflowY === "auto";
  const down = y > Math.min(innerHeight, box.bottom) - EDGE_PX;
  const up = y < Math.max(0, box.top) + EDGE_PX;
  if (up === down) return;
  (over ? board : document.scrollingElement)?.scrollBy({
    top: down ? SCROLL_PX : -SCROLL_PX,
    behavior: "instant",
  });
}

/** The click that ends a drag is none. */
function dropClick(): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, true), 0);
}

const MARKS =
  /^(id|role|tabindex|title|aria-.*|data-(spot|legal|chosen|changed|lesson|drop|held))$/;

/** A picture of a piece, where it is, that takes no presses and that nobody is told of. */
function ghostOf(piece: Element): HTMLElement {
  const { left, top, width, height } = piece.getBoundingClientRect();
  const copy = piece.cloneNode(true) as Element;
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const name of element.getAttributeNames())
      if (MARKS.test(name)) element.removeAttribute(name);
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.ariaHidden = "true";
  Object.assign(ghost.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  ghost.append(piece instanceof SVGGraphicsElement ? framed(piece, copy) : copy);
  return ghost;
}

/** A part of a drawing as a drawing of its own. */
function framed(piece: SVGGraphicsElement, copy: Element): SVGElement {
  const { x, y, width, height } = piece.getBBox();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.removeAttribute("transform");
  svg.append(copy);
  return svg;
}
