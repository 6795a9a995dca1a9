import { getContext, setContext } from "svelte";
import type { Json } from "./protocol";
import type { TableSession } from "./table.svelte";
import { text } from "./text";

const KEY = Symbol("table session");

export const provideSession = (session: TableSession) => setContext(KEY, session);
export const useSession = () => getContext<TableSession>(KEY);

/**
 * Attributes that make an HTML or SVG element stand for the piece `spot`. A click is a pick of the
 * piece, unless a table says with `onpick` what else it means there.
 */
export function pieceAttributes(
  session: TableSession,
  spot: string,
  label: string,
  chosen = false,
  onpick = () => session.pickSpot(spot, label),
) {
  session.labels[spot] = label;
  const legal = session.spots.has(spot);
  const lesson = session.lessonAt(spot);
  const name = [
    label,
    chosen ? text.play.chosen : "",
    legal ? text.play.canBeChosen : "",
    lesson === "do" ? text.lesson.asked : "",
    lesson === "look" ? text.lesson.look : "",
  ]
    .filter(Boolean)
    .join(", ");
  const shared = {
    "data-spot": spot,
    "data-legal": legal ? "" : undefined,
    "data-chosen": chosen ? "" : undefined,
    "data-changed": session.changeAt(spot),
    "data-lesson": lesson,
    "data-drop": session.dropAt(spot),
    "aria-label": name,
  };
  const press = (event: Event) => {
    const { currentTarget } = event;
    const byKeyboard = event.type === "keydown";
    if (currentTarget instanceof Element) session.touch(spot, currentTarget, byKeyboard);
    event.stopPropagation();
    if (session.live) onpick();
    else session.pickSpot(spot, label);
  };
  return {
    ...shared,
    role: "button" as const,
    tabindex: legal ? 0 : -1,
    "aria-disabled": legal ? undefined : ("true" as const),
    onclick: press,
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press(event);
    },
    onpointerenter: () => session.hoverSpot(spot),
    onpointerleave: () => session.hover(null),
    onfocus: () => session.hoverSpot(spot),
    onblur: () => session.hover(null),
  };
}

/** The value that the preview shown now would put at `path` ("seats/0/score"), or undefined. */
export function ghost(session: TableSession, path: string): Json | undefined {
  const wanted = steps(path);
  return session.preview?.changes.find(([at]) => steps(at) === wanted)?.[2];
}

const steps = (path: string) =>
  String(path)
    .split(/[./[\]]+/)
    .filter(Boolean)
    .join("/");
