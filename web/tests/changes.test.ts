import { describe, expect, it } from "vitest";
import { changedSpots } from "../src/lib/changes";
import type { Json, View } from "../src/lib/protocol";

const piece = (spot: string, label: string, more: { [key: string]: Json } = {}) => ({
  spot,
  label,
  ...more,
});
const marked = (before: Json, after: Json) =>
  [...changedSpots({ all: before } as View, { all: after } as View)].sort();

describe("what is marked as changed", () => {
  it("is nothing where nothing changed", () => {
    const all = [piece("bed/0", "Bed 1", { die: 3 }), piece("bed/1", "Bed 2")];
    expect(marked(all, structuredClone(all))).toEqual([]);
  });

  it("is what is other, and what is new", () => {
    const bag = piece("bag", "Bag", { dice: [1, 2] });
    const after = [piece("bed/0", "Bed 1", { die: 4 }), bag, piece("card/7", "Card")];
    expect(marked([piece("bed/0", "Bed 1", { die: 3 }), bag], after)).toEqual(["bed/0", "card/7"]);
  });

  it("is not what only moves up because another left the row", () => {
    const [red, blue, green] = ["Red", "Blue", "Green"];
    const before = [piece("shelf/0", red), piece("shelf/1", blue), piece("shelf/2", green)];
    expect(marked(before, [piece("shelf/0", blue), piece("shelf/1", green)])).toEqual([]);
    const after = [piece("shelf/0", blue), piece("shelf/1", green), piece("shelf/2", "White")];
    expect(marked(before, after)).toEqual(["shelf/2"]);
    expect(marked([piece("shelf/0", red)], [piece("desk/0", red)])).toEqual(["desk/0"]);
  });

  it("is the second of two equal pieces where one was", () => {
    const before = [piece("hand/0", "Nurse"), piece("hand/1", "Doctor")];
    const after = [piece("hand/0", "Doctor"), piece("hand/1", "Nurse"), piece("hand/2", "Nurse")];
    expect(marked(before, after)).toEqual(["hand/2"]);
  });

  it("is what a piece holds rather than the piece, and the piece where it holds nothing changed", () => {
    const seat = (coins: number, die: number) =>
      piece("seat/0", "Ana", { coins, beds: { first: piece("seat/0/bed/0", "Bed", { die }) } });
    expect(marked(seat(1, 3), seat(2, 4))).toEqual(["seat/0/bed/0"]);
    expect(marked(seat(1, 3), seat(2, 3))).toEqual(["seat/0"]);
    expect(marked(seat(1, 3), seat(1, 3))).toEqual([]);
  });
});
