import type { Json, View } from "../../lib/protocol";

export type Dict = { [key: string]: Json };

/** A dict that stands for a piece on the table. */
export type Piece = Dict & { spot: string; label: string };

export const isDict = (value: Json | undefined): value is Dict =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isPiece = (value: Json | undefined): value is Piece =>
  isDict(value) && typeof value["spot"] === "string" && typeof value["label"] === "string";

const isScalar = (value: Json) => typeof value !== "object" || value === null;

/** "first_player" becomes "First player". */
export function readable(key: string): string {
  const words = key.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the page around the table says already, or nobody reads. */
const UNSHOWN = new Set(["spot", "label", "game", "viewer", "id", "clause"]);
const TOLD_ELSEWHERE = new Set(["seats", "scores", "over", "ranking"]);

/** Keys whose number is a seat: "active", "first_player", "taken_by". */
const NAMES_A_SEAT = /^(active|seat|player|owner|dealer|leader|winner)$|_(seat|player|by)$/;

/** What a seat is called. */
export type Naming = (seat: number) => string;

/** The view without what is told elsewhere. */
export const general = (view: View): Dict =>
  Object.fromEntries(Object.entries(view).filter(([key]) => !TOLD_ELSEWHERE.has(key)));

export interface Fact {
  key: string;
  value: string;
}

/**
 * The plain values of a dict worth showing: no empty ones, none that its label already says, and
 * instead of the number of a seat the name of who sits there.
 */
export function facts(dict: Dict, name: Naming): Fact[] {
  const label = wordsOf(typeof dict["label"] === "string" ? dict["label"] : "");
  return Object.entries(dict).flatMap(([key, value]) => {
    if (UNSHOWN.has(key) || !isScalar(value) || value === null || value === "") return [];
    if (value === false) return [];
    if (typeof value === "number" && NAMES_A_SEAT.test(key))
      return value < 0 ? [] : [{ key, value: name(value) }];
    if (label.includes(wordsOf(String(value)))) return [];
    return [{ key, value: value === true ? "✓" : readableValue(value as string | number) }];
  });
}

/** The words of a text, each between blanks, so that a 1 is not found in a 10. */
const wordsOf = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;

const readableValue = (value: string | number) =>
  typeof value === "number" ? String(value) : value.replaceAll("_", " ");

/** The parts of a dict that are dicts or lists with something in them. */
export function parts(dict: Dict): [string, Json][] {
  return Object.entries(dict).filter(
    ([key, value]) => !UNSHOWN.has(key) && !isScalar(value) && !isEmpty(value),
  );
}

const isEmpty = (value: Json): boolean =>
  Array.isArray(value) ? value.every(isEmpty) : isDict(value) && Object.keys(value).length === 0;

/** One line for a value that is no piece: its label, or its plain values. */
export function line(value: Json, name: Naming): string {
  if (!isDict(value)) return value === null ? "–" : readableValue(String(value));
  if (typeof value["label"] === "string") return value["label"];
  return facts(value, name)
    .map((fact) => `${readable(fact.key)} ${fact.value}`)
    .join(", ");
}

/** True for a list that reads well as one row of short entries. */
export const isRow = (list: Json[]) =>
  list.every(
    (entry) => !isPiece(entry) && (isScalar(entry) || (isDict(entry) && parts(entry).length === 0)),
  );

export interface SeatPart {
  seat: number;
  value: Dict;
}

/**
 * The seats of a view with their scores, the viewer's own first; null if it tells nothing by seat.
 * `own` is the seat that looks, where the view does not say so.
 */
export function seatParts(view: View, own = 0): SeatPart[] | null {
  const { seats, scores } = view;
  const listed = Array.isArray(seats) && seats.every(isDict) ? seats : [];
  const scored = Array.isArray(scores) ? scores : [];
  if (listed.length === 0 && scored.length === 0) return null;
  const longer = listed.length > 0 ? listed : scored.map((): Dict => ({}));
  const found = longer.map((dict, at) => {
    const { seat: given, ...rest } = dict;
    const seat = typeof given === "number" ? given : at;
    const value: Dict = scored[seat] === undefined ? rest : { score: scored[seat], ...rest };
    return { seat, value };
  });
  const first = Math.max(0, typeof view["viewer"] === "number" ? view["viewer"] : own);
  const turn = ({ seat }: SeatPart) => (seat - first + found.length) % found.length;
  return found.sort((a, b) => turn(a) - turn(b));
}
