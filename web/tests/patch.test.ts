import { expect, it } from "vitest";
import { patched } from "../src/lib/patch";
import type { ChangeMessage } from "../src/lib/protocol";
import { state } from "./samples";

const change = (set: ChangeMessage["set"]): ChangeMessage => ({
  type: "change",
  version: 8,
  mine: [0],
  host: false,
  log_from: 8,
  log: [],
  set,
});

it("writes what has changed, and shares the rest", () => {
  const before = state({ view: { seats: [{ cash: 1, beds: [{ at: 1 }] }, { cash: 2 }] } });
  const kept = JSON.stringify(before);
  const after = patched(
    before,
    change([
      [["view", "seats", 0, "cash"], 5],
      [["view", "seats", 0, "beds"], []],
      [["prompt"], "Go on."],
    ]),
  );
  expect(after.type).toBe("state");
  expect(after.version).toBe(8);
  expect(after.prompt).toBe("Go on.");
  expect(after.view).toEqual({ seats: [{ cash: 5, beds: [] }, { cash: 2 }] });
  expect(JSON.stringify(before)).toBe(kept);
  const seats = (of: typeof before) => of.view?.["seats"] as unknown[];
  expect(seats(after)[1]).toBe(seats(before)[1]);
});

it("goes on from what it made", () => {
  const first = patched(state({ view: { a: { b: 1 } } }), change([[["view", "a", "b"], 2]]));
  const second = patched(first, change([[["view", "a", "b"], 3]]));
  expect(first.view).toEqual({ a: { b: 2 } });
  expect(second.view).toEqual({ a: { b: 3 } });
});
