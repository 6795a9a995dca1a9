import type { Json, View } from "./protocol";

type Piece = { [key: string]: Json };

interface Found {
  /** All that the view says of the piece itself, without the pieces that it holds. */
  content: string;
  holder: string | null;
}

/* What does not change is the same object in the next view: it is read once. */
const contents = new WeakMap<Piece, string>();
const views = new WeakMap<View, Map<string, Found>>();

export const NOTHING_CHANGED: ReadonlySet<string> = new Set();

/** Every dict of a view that has `spot` and `label` is a piece. */
function isPiece(value: Json): value is Piece & { spot: string } {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return typeof value["spot"] === "string" && "label" in value;
}

function collect(value: Json, holder: string | null, found: Map<string, Found>): void {
  if (value === null || typeof value !== "object") return;
  const inside = isPiece(value) ? value.spot : holder;
  if (isPiece(value)) found.set(value.spot, { content: contentOf(value), holder });
  for (const part of Object.values(value)) collect(part, inside, found);
}

function contentOf(piece: Piece): string {
  let content = contents.get(piece);
  if (content === undefined) contents.set(piece, (content = written(piece)));
  return content;
}

function written(piece: Piece): string {
  return JSON.stringify(piece, (key, value: Json) => {
    if (key === "spot") return undefined;
    if (Array.isArray(value)) return value.filter((part) => !isPiece(part));
    return value !== piece && isPiece(value) ? undefined : value;
  });
}

function piecesOf(view: View): Map<string, Found> {
  let found = views.get(view);
  if (!found) {
    found = new Map<string, Found>();
    collect(view, null, found);
    views.set(view, found);
  }
  return found;
}

/** What a place is among: "shelf/3" among the places of "shelf". */
const rowOf = (spot: string) => spot.slice(0, spot.lastIndexOf("/") + 1);

/** How many pieces of each row are no longer where they were, by row and content. */
function uprooted(old: Map<string, Found>, now: Map<string, Found>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [spot, { content }] of old) {
    if (now.get(spot)?.content === content) continue;
    const key = rowOf(spot) + content;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * The spots of the pieces that are other in `after` than in `before`, or new. Where one leaves a row
 * and the rest move up, these are no others. A piece that holds others is among them only where none
 * of those are: the marks stand at what matters.
 */
export function changedSpots(before: View, after: View): Set<string> {
  const [old, now] = [piecesOf(before), piecesOf(after)];
  const movedUp = uprooted(old, now);
  const changed = new Set<string>();
  for (const [spot, { content }] of now) {
    if (old.get(spot)?.content === content) continue;
    const key = rowOf(spot) + content;
    const left = movedUp.get(key) ?? 0;
    if (left > 0) movedUp.set(key, left - 1);
    else changed.add(spot);
  }
  const holders = new Set<string>();
  for (const spot of changed) {
    for (let at = now.get(spot)?.holder; at; at = now.get(at)?.holder) holders.add(at);
  }
  return new Set([...changed].filter((spot) => !holders.has(spot)));
}
