import { describe, expect, it } from "vitest";
import { cardClick, swapClick } from "../src/games/pyrrameds/clicks";
import {
  drawnCells,
  iconRows,
  layout,
  otherHands,
  sorted,
  takenNumbers,
  type CardFace,
  type CardPiece,
  type CellView,
  type HandView,
  type PyrramedsView,
  type Question,
} from "../src/games/pyrrameds/view";

const face = (notation: string): CardFace => ({
  id: notation,
  name: notation,
  kind: notation.startsWith("P") ? "patient" : notation.startsWith("S") ? "special" : "medicine",
  notation,
  number: notation.endsWith("?") ? null : Number(notation.at(-1)),
  type: /^[RBGOUT?]\S$/.test(notation) ? (notation[0] as CardFace["type"]) : null,
  needs: (/P\[(.*)\]/.exec(notation)?.[1] ?? "").split("") as CardFace["needs"],
  animal: null,
  effect: null,
});
const piece = (notation: string): CardPiece => ({
  ...face(notation),
  spot: `hand/${notation}`,
  label: notation,
});
const cell = (x: number, y: number, card: string | null = null, open = false): CellView => ({
  spot: `cell/(${x},${y})`,
  label: "",
  x,
  y,
  card: card ? face(card) : null,
  open,
  supports: [],
  numbers: [],
  takes: null,
});
const asked = (kind: string, card: string | null = null): Question => ({
  kind,
  card,
  put_back: [],
  paths: {},
});

describe("the pyramids", () => {
  it("are drawn as far as there are cards and open places", () => {
    const view = {
      pyramid: [
        { y: 1, cells: [cell(1, 1, null, true), cell(3, 1)] },
        { y: 0, cells: [cell(0, 0, "R4"), cell(2, 0, "B7")] },
      ],
      ends: [cell(-2, 0)],
    } as PyrramedsView;
    expect(drawnCells(view).map(({ x, y }) => [x, y])).toEqual([
      [1, 1],
      [0, 0],
      [2, 0],
      [-2, 0],
    ]);
  });

  it("have higher layers further up and side neighbours a card apart", () => {
    const { placed, width, height } = layout([cell(0, 0), cell(2, 0), cell(1, 1), cell(1, -1)]);
    const [west, east, above, below] = placed;
    expect(above?.top).toBeLessThan(west?.top ?? 0);
    expect(below?.top).toBeGreaterThan(west?.top ?? 0);
    expect(east?.top).toBe(west?.top);
    expect((east?.left ?? 0) - (west?.left ?? 0)).toBeGreaterThan(100);
    expect(above?.left).toBe(((west?.left ?? 0) + (east?.left ?? 0)) / 2);
    expect(width).toBeGreaterThan(200);
    expect(height).toBeGreaterThan(3 * 140);
  });

  it("tell which numbers a place takes", () => {
    expect(takenNumbers([4, 7])).toBe("1–3 8–9");
    expect(takenNumbers([2, 9])).toBe("1");
    expect(takenNumbers([1, 8])).toBe("9");
    expect(takenNumbers([8])).toBe("1–7 9");
    expect(takenNumbers([1, 9])).toBe("–");
    expect(takenNumbers([])).toBe("1–9");
  });
});

describe("a hand", () => {
  const hand = ["P[BG]2", "R8", "B4", "S[add]1", "P[BGR]9", "B?"].map(piece);

  it("is sorted as the player likes", () => {
    const order = (by: "type" | "number" | "size") => sorted(hand, by).map((card) => card.notation);
    expect(order("type")).toEqual(["B4", "B?", "R8", "P[BG]2", "P[BGR]9", "S[add]1"]);
    expect(order("number")).toEqual(["S[add]1", "P[BG]2", "B4", "R8", "P[BGR]9", "B?"]);
    expect(order("size").slice(0, 2)).toEqual(["P[BGR]9", "P[BG]2"]);
  });

  it("shows up to three icons in a row", () => {
    expect(
      [2, 3, 4, 5].map((size) => iconRows(Array(size).fill("R")).map((r) => r.length)),
    ).toEqual([[2], [3], [2, 2], [3, 2]]);
  });

  it("of the others come clockwise", () => {
    const hands = [0, 1, 2, 3].map((seat) => ({ seat }) as HandView);
    expect(otherHands(hands, 2).map(({ seat }) => seat)).toEqual([3, 0, 1]);
    expect(otherHands(hands, -1).map(({ seat }) => seat)).toEqual([0, 1, 2, 3]);
  });
});

describe("clicks", () => {
  const early = cell(0, 0, "R4");
  const late = cell(8, 0, "R5");

  it("take another card instead while the place is asked for", () => {
    const question = asked("place_cell", "hand/R8");
    expect(cardClick(question, "hand/B4", false, true)).toEqual({
      undo: true,
      queue: ["hand/B4"],
      held: null,
    });
    expect(cardClick(question, "hand/R8", false, true)).toBeNull();
    expect(cardClick(question, "hand/B4", false, false)).toBeNull();
    expect(cardClick(asked("turn"), "hand/B4", true, true)).toBeNull();
  });

  it("choose the two cells of a swap in either order", () => {
    const first = asked("first_cell");
    expect(swapClick(first, early, true, false, null, null)).toBeNull();
    expect(swapClick(first, late, false, false, null, null)?.held).toBe(late.spot);
    expect(swapClick(first, late, false, false, null, late.spot)?.held).toBeNull();
    expect(swapClick(first, early, true, false, null, late.spot)?.queue).toEqual([
      early.spot,
      late.spot,
    ]);
    const second = asked("second_cell");
    expect(swapClick(second, early, false, true, late.spot, null)).toEqual({
      undo: true,
      queue: [early.spot, late.spot],
      held: null,
    });
    expect(swapClick(second, late, false, true, late.spot, null)?.queue).toEqual([]);
    expect(swapClick(second, early, true, true, late.spot, null)).toBeNull();
    expect(swapClick(first, cell(1, 1), false, true, null, null)).toBeNull();
  });
});
