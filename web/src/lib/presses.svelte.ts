// A press of a key or of the mouse means what was shown when it began, and it means it once.

/** Fields in which keys write: there a held key may repeat. */
const WRITING =
  "textarea, select, [contenteditable], " +
  "input:not([type=button], [type=checkbox], [type=radio], [type=submit], [type=reset])";
/** Whether keys write at what has the focus. */
export const writes = (target: EventTarget | null) =>
  target instanceof Element && target.matches(WRITING);
/** A second click so soon after a new question was shown belongs to a double click on the old one. */
const DOUBLE_CLICK_MS = 350;
/** A window that draws nothing, because another one covers it, takes presses after this time. */
const UNDRAWN_MS = 250;

/** Whether what is asked now has been drawn, so that a press can be meant for it. */
export const presses = $state({ taken: true });

let shownAt = 0;
let questions = 0;
let pointerDownAt = 0;
const keyDownAt: Record<string, number> = {};

/** Something else is asked now: presses that began before it is seen are not for it. */
export function newQuestion(): void {
  const question = ++questions;
  const shown = () => {
    if (question !== questions || presses.taken) return;
    shownAt = performance.now();
    presses.taken = true;
  };
  presses.taken = false;
  requestAnimationFrame(() => setTimeout(shown, 0));
  setTimeout(shown, UNDRAWN_MS);
}

const isForOld = (pressedAt: number) => !presses.taken || pressedAt < shownAt;

/** True for a key that does something: chooses, confirms, opens, closes. */
function acts({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === "Enter") return !(target instanceof HTMLTextAreaElement);
  if (writes(target) || ctrlKey || metaKey || altKey) return false;
  if (key === " ") return target !== document.body; // there it scrolls
  return key === "Escape" || key.length === 1;
}

/** True for a key that, pressed beside all controls or on the board, goes on to the newest. */
export function skips(event: KeyboardEvent, board: Element | undefined): boolean {
  const { target, key } = event;
  const onBoard = target instanceof Node && (board?.contains(target) ?? false);
  if (key === "Escape") return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return (target === document.body || onBoard) && (key.length === 1 || key === "Enter");
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function keyDown(event: KeyboardEvent): void {
  if (!acts(event)) return;
  if (!event.repeat) keyDownAt[event.code] = event.timeStamp;
  const old = event.key !== "Escape" && isForOld(event.timeStamp);
  if (event.repeat || old) stop(event);
}

/** Some browsers press a button when the space bar is released, whatever had the focus before. */
function keyUp(event: KeyboardEvent): void {
  if (event.key === " " && acts(event) && isForOld(keyDownAt[event.code] ?? 0)) stop(event);
}

function click(event: MouseEvent): void {
  if (event.detail === 0) return; // of a key or of a screen reader
  const late = event.detail > 1 && event.timeStamp - shownAt < DOUBLE_CLICK_MS;
  if (late || isForOld(pointerDownAt)) stop(event);
}

/** Lets through only presses that are meant. Ends with the function returned. */
export function watchPresses(): () => void {
  const pointerDown = (event: PointerEvent) => (pointerDownAt = event.timeStamp);
  addEventListener("keydown", keyDown, true);
  addEventListener("keyup", keyUp, true);
  addEventListener("pointerdown", pointerDown, true);
  addEventListener("click", click, true);
  return () => {
    removeEventListener("keydown", keyDown, true);
    removeEventListener("keyup", keyUp, true);
    removeEventListener("pointerdown", pointerDown, true);
    removeEventListener("click", click, true);
  };
}
