import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MOST_WAITING, Pacer, type Step } from "../src/lib/pacing.svelte";

interface Named extends Step {
  name: string;
}

let pace = 400;
let shown: string[] = [];
let pacer: Pacer<Named>;
const step = (name: string, silent = false) => ({ name, silent });
const pass = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers();
  pace = 400;
  shown = [];
  pacer = new Pacer<Named>(
    ({ name }) => shown.push(name),
    () => pace,
  );
});

afterEach(() => vi.useRealTimers());

describe("steps", () => {
  it("are shown one after another, each for its time", () => {
    for (const name of "abc") pacer.add(step(name));
    expect([shown.join(""), pacer.count]).toEqual(["a", 2]);
    pass(399);
    expect(shown.join("")).toBe("a");
    pass(1);
    expect(shown.join("")).toBe("ab");
    pass(400);
    expect([shown.join(""), pacer.count]).toEqual(["abc", 0]);
  });

  it("are shown at once where nothing is being looked at", () => {
    pacer.add(step("a"));
    pass(1000);
    pacer.add(step("b"));
    expect(shown.join("")).toBe("ab");
  });

  it("that say nothing take no time of their own", () => {
    pacer.add(step("a"));
    pacer.add(step("b", true));
    pacer.add(step("c"));
    pass(400);
    expect(shown.join("")).toBe("ac");
    pass(400);
    pacer.add(step("d", true));
    pacer.add(step("e"));
    expect(shown.join("")).toBe("acde");
  });

  it("are all shown at once without a pace", () => {
    pace = 0;
    for (const name of "abc") pacer.add(step(name));
    expect([shown.join(""), pacer.count]).toEqual(["abc", 0]);
  });

  it("are left out when skipped, but never the newest", () => {
    for (const name of "abcd") pacer.add(step(name));
    pacer.skip();
    expect([shown.join(""), pacer.count]).toEqual(["ad", 0]);
    pass(5000);
    pacer.skip();
    expect(shown.join("")).toBe("ad");
  });

  it("give way to one that is to be seen now, and follow it after its time", () => {
    for (const name of "abc") pacer.add(step(name));
    pacer.now(step("own"));
    pacer.add(step("d"));
    expect(shown).toEqual(["a", "own"]);
    pass(400);
    expect(shown).toEqual(["a", "own", "d"]);
  });

  it("never lag behind by more than a number of them, and end with the newest", () => {
    for (let number = 0; number <= 3 * MOST_WAITING; number += 1) pacer.add(step(String(number)));
    expect(pacer.count).toBe(MOST_WAITING);
    pass(MOST_WAITING * pace);
    expect(shown.at(-1)).toBe(String(3 * MOST_WAITING));
    expect(shown).toHaveLength(MOST_WAITING + 1);
  });

  it("stop when drained", () => {
    for (const name of "abc") pacer.add(step(name));
    expect(pacer.drain()?.name).toBe("c");
    pass(5000);
    expect(shown.join("")).toBe("a");
  });
});
