// What the drawing needs to know of Pyrrameds's view; the types come from what the engine sends.

import type { PyrramedsView } from "./view.generated";

export type { PyrramedsView } from "./view.generated";
export type EffectView = PyrramedsView["effects"][number];
export type CardFace = PyrramedsView["out"][number];
export type Letter = NonNullable<CardFace["type"]>;
export const LETTERS: readonly Letter[] = ["B", "G", "O", "U", "R", "T", "?"];
export type CellView = PyrramedsView["ends"][number];
export type HandView = PyrramedsView["hands"][number];
export type CardPiece = HandView["cards"][number];
export type Question = NonNullable<PyrramedsView["question"]>;

export interface Placed {
  cell: CellView;
  left: number;
  top: number;
}

export const CARD = { width: 100, height: 140 };
const GAP = 8;
const MARGIN = 10;

/** The cells worth drawing: those with a card, those open, and the ends while they can be used. */
export function drawnCells(view: PyrramedsView): CellView[] {
  const cells = view.pyramid.flatMap((layer) => layer.cells);
  return [...cells.filter((cell) => cell.card || cell.open), ...view.ends];
}

export interface Layout {
  width: number;
  height: number;
  placed: Placed[];
}

/** Where each cell is drawn, the highest layer on top. */
export function layout(cells: CellView[]): Layout {
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  return {
    width: ((east - west) / 2) * (CARD.width + GAP) + CARD.width + 2 * MARGIN,
    height: (north - south) * (CARD.height + GAP) + CARD.height + 2 * MARGIN,
    placed: cells.map((cell) => ({
      cell,
      left: MARGIN + ((cell.x - west) / 2) * (CARD.width + GAP),
      top: MARGIN + (north - cell.y) * (CARD.height + GAP),
    })),
  };
}

/** The numbers that a cell takes, as few words: "1–3 8 9". */
export function takenNumbers(numbers: number[]): string {
  const low = Math.min(...numbers, 10);
  const high = Math.max(...numbers, 0);
  if (numbers.length === 0) return "1–9";
  const below = range(1, low - 1);
  const above = range(high + 1, 9);
  return [below, above].filter(Boolean).join(" ") || "–";
}

function range(from: number, to: number): string {
  if (from > to) return "";
  return from === to ? `${from}` : `${from}–${to}`;
}

/** Requirement icons in rows: up to 3 in one, 4 as 2 + 2, 5 as 3 + 2. */
export function iconRows<T>(needs: T[]): T[][] {
  if (needs.length <= 3) return [needs];
  const first = needs.length === 4 ? 2 : 3;
  return [needs.slice(0, first), needs.slice(first)];
}

export type Order = "type" | "number" | "size";
export const ORDERS: readonly Order[] = ["type", "number", "size"];

const KINDS = ["medicine", "patient", "special"];
const typePlace = (card: CardFace) => (card.type ? LETTERS.indexOf(card.type) : 0);

/** A hand in the order that the player likes. */
export function sorted(cards: CardPiece[], order: Order): CardPiece[] {
  const kind = (card: CardFace) => KINDS.indexOf(card.kind);
  const number = (card: CardFace) => card.number ?? 10;
  const keys: Record<Order, (card: CardFace) => number[]> = {
    type: (card) => [kind(card), typePlace(card), card.needs.length, number(card)],
    number: (card) => [number(card), kind(card), typePlace(card)],
    size: (card) => [-card.needs.length, kind(card), typePlace(card), number(card)],
  };
  const key = keys[order];
  return [...cards].sort((a, b) => compare(key(a), key(b)) || a.id.localeCompare(b.id));
}

function compare(one: number[], other: number[]): number {
  for (let at = 0; at < one.length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

/** The hands of the others, clockwise from `own`. */
export function otherHands(hands: HandView[], own: number): HandView[] {
  const turn = ({ seat }: HandView) => (seat - Math.max(own, 0) + hands.length) % hands.length;
  return hands.filter(({ seat }) => seat !== own).sort((a, b) => turn(a) - turn(b));
}
