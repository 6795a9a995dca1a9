import { describe, expect, it } from "vitest";
import { longerNumbers, NumberTyping, ranges } from "../src/lib/typing.svelte";

/** The numbers taken by the keys of `keys`, pressed one after the other for `count` choices. */
function type(keys: string[], count: number): number[] {
  const typing = new NumberTyping(() => count);
  return keys.flatMap((key, at) => typing.press(key, at).number ?? []);
}

describe("a number typed", () => {
  it.each([
    [["1"], 9, [1]],
    [["9"], 29, [9]],
    [["1"], 10, []],
    [["1", "2"], 12, [12]],
    [["1", "Enter"], 12, [1]],
    [["2"], 19, [2]],
    [["2"], 20, []],
    [["1", "2"], 130, []],
    [["1", "2", "5"], 130, [125]],
    [["1", "2", "Enter"], 130, [12]],
    [["1", "5"], 12, []],
    [["1", "5", "2"], 12, [12]],
    [["0", "1"], 9, [1]],
    [["1", "Escape", "2"], 12, [2]],
    [["1", "Backspace", "2"], 12, [2]],
    [["1", "Tab", "2"], 12, [2]],
    [["Enter"], 12, []],
    [["5"], 4, []],
    [["1"], 0, []],
  ])("%j among %i takes %j", (keys, count, taken) => {
    expect(type(keys, count)).toEqual(taken);
  });

  it("every number up to 150 can be typed and takes itself only", () => {
    for (const count of [9, 10, 29, 99, 100, 150])
      for (let number = 1; number <= count; number += 1)
        expect(type([...String(number), "Enter"], count)).toEqual([number]);
  });

  it("leaves keys alone that are not for it", () => {
    const typing = new NumberTyping(() => 12);
    for (const key of ["Enter", "Escape", "Backspace", "a", "0"])
      expect(typing.press(key, 0).taken).toBe(false);
    typing.press("1", 0);
    for (const key of ["Enter", "Escape", "Backspace"]) {
      typing.clear();
      typing.press("1", 0);
      expect(typing.press(key, 0).taken).toBe(true);
    }
  });

  it("shows what it waits for, and what does not exist", () => {
    const typing = new NumberTyping(() => 12);
    typing.press("1", 0);
    expect([typing.digits, typing.number, typing.longer]).toEqual(["1", 1, [10, 11, 12]]);
    typing.press("7", 0);
    expect([typing.digits, typing.wrong]).toEqual(["1", "17"]);
  });

  it("ends with the question: its further digits are not for the next one", () => {
    const typing = new NumberTyping(() => 12);
    typing.press("1", 1000);
    typing.drop(1100);
    expect(typing.digits).toBe("");
    expect(typing.press("2", 1200)).toEqual({ taken: true, number: null });
    expect(typing.press("2", 2100).number).toBeNull();
    expect(typing.press("2", 3200).number).toBe(2);
  });

  it("a new question without anything typed takes digits at once", () => {
    const typing = new NumberTyping(() => 12);
    typing.drop(1000);
    expect(typing.press("2", 1001).number).toBe(2);
  });
});

it("says numbers as ranges", () => {
  expect(longerNumbers(1, 130)).toHaveLength(10 + 31);
  expect(ranges(longerNumbers(1, 130))).toBe("10–19, 100–130");
  expect(ranges([12])).toBe("12");
  expect(ranges([])).toBe("");
});
