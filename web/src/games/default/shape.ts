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

const UNSHOWN = new Set(["spot", "label", "game", "viewer", "id", "clause"]);

export interface Fact {
  key: string;
  value: string;
}

/** The plain values of a dict worth showing: no empty ones, none that its label already says. */
export function facts(dict: Dict): Fact[] {
  const label = typeof dict["label"] === "string" ? dict["label"].toLowerCase() : "";
  return Object.entries(dict).flatMap(([key, value]) => {
    if (UNSHOWN.has(key) || !isScalar(value) || value === null || value === "") return [];
    if (value === false || label.includes(String(value).toLowerCase())) return [];
    return [{ key, value: value === true ? "✓" : readableValue(value as string | number) }];
  });
}

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
export function line(value: Json): string {
  if (!isDict(value)) return value === null ? "–" : readableValue(String(value));
  if (typeof value["label"] === "string") return value["label"];
  return facts(value)
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

/** The seats of a view, the viewer's own first, or null if it has no list of seats. */
export function seatParts(view: View): SeatPart[] | null {
  const seats = view["seats"];
  if (!Array.isArray(seats) || !seats.every(isDict)) return null;
  const found = seats.map((value, at) => {
    const seat = typeof value["seat"] === "number" ? value["seat"] : at;
    return { seat, value };
  });
  const first = typeof view["viewer"] === "number" ? Math.max(0, view["viewer"]) : 0;
  const turn = ({ seat }: SeatPart) => (seat - first + found.length) % found.length;
  return found.sort((a, b) => turn(a) - turn(b));
}
