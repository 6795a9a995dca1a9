import { describe, expect, it } from "vitest";
import {
  handoverTo,
  isMyTurn,
  lookAtOnce,
  mergeLog,
  newLines,
  NOTHING,
  reduce,
  seatName,
} from "../src/lib/store";
import { line, state } from "./samples";

const known = (changes: Parameters<typeof state>[0]) => reduce(NOTHING, state(changes));

describe("reduce", () => {
  it("takes the state and its log", () => {
    const after = known({ log: [line(1), line(2)] });
    expect(after.state?.version).toBe(5);
    expect(after.log.map((entry) => entry.version)).toEqual([1, 2]);
  });

  it("adds the new lines to the old ones", () => {
    const before = known({ log: [line(1), line(2)] });
    const after = reduce(before, state({ version: 6, log_from: 3, log: [line(3)] }));
    expect(after.log.map((entry) => entry.version)).toEqual([1, 2, 3]);
    expect(
      newLines(before, reduce(before, state({ version: 6, log_from: 6, log: [line(6)] }))),
    ).toEqual([line(6)]);
  });

  it("ignores a state older than the one it has", () => {
    const before = known({ version: 9 });
    expect(reduce(before, state({ version: 8 }))).toBe(before);
  });

  it("takes a state of the same version: another seat is looked at", () => {
    const after = reduce(known({ seat: 0 }), state({ seat: 1 }));
    expect(after.state?.seat).toBe(1);
  });

  it("leaves other messages alone", () => {
    expect(reduce(NOTHING, { type: "pong" })).toBe(NOTHING);
  });
});

it("replaces lines that come again", () => {
  expect(mergeLog([line(1), line(2, "old")], [line(2, "new")], 2)).toEqual([
    line(1),
    line(2, "new"),
  ]);
});

it("speaks no lines for the first state", () => {
  expect(newLines(NOTHING, known({ log: [line(1)] }))).toEqual([]);
});

describe("my turn", () => {
  it("is when the seat looked at is asked", () => {
    expect(isMyTurn(known({ seat: 0, asked: [0, 1] }))).toBe(true);
    expect(isMyTurn(known({ seat: 0, asked: [1] }))).toBe(false);
    expect(isMyTurn(known({ seat: -1, asked: [0] }))).toBe(false);
    expect(isMyTurn(known({ seat: 0, asked: [0], over: true }))).toBe(false);
  });
});

describe("hand-over", () => {
  const asked = (seat: number, who: number[], mine = [0, 1]) =>
    handoverTo(known({ seat, asked: who, mine }));

  it("goes to another own seat when only that one is asked", () => {
    expect(asked(0, [1])).toBe(1);
    expect(asked(-1, [0, 1])).toBe(0);
  });

  it("does not happen while the seat looked at is asked too", () => {
    expect(asked(0, [0, 1])).toBeNull();
  });

  it("does not happen for a seat that is not held here", () => {
    expect(asked(0, [2])).toBeNull();
  });

  it("does not happen while players are missing, or after the end", () => {
    expect(handoverTo(known({ mine: [0, 1], seat: 0, asked: [1], view: null }))).toBeNull();
    expect(handoverTo(known({ mine: [0, 1], seat: 0, asked: [1], over: true }))).toBeNull();
  });

  it("is not needed by the holder of one seat", () => {
    expect(lookAtOnce(known({ seat: -1, mine: [1] }))).toBe(true);
    expect(lookAtOnce(known({ seat: -1, mine: [0, 1] }))).toBe(false);
    expect(lookAtOnce(known({ seat: -1, mine: [] }))).toBe(false);
  });
});

it("names a seat without a name by its number", () => {
  expect([0, 1, 2].map((seat) => seatName(state(), seat))).toEqual(["Ana", "Ben", "Seat 3"]);
});
