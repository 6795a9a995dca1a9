import { describe, expect, it } from "vitest";
import { pathOf, plotOf, some, spread } from "../src/play/course";

describe("the scale of the curves", () => {
  it("holds all points, and zero, on round numbers", () => {
    expect(plotOf([[3], [17]]).scale).toEqual([0, 5, 10, 15, 20]);
    expect(plotOf([[0], [-7]]).low).toBeLessThanOrEqual(-7);
    expect(plotOf([[0], [0]]).scale).toEqual([0, 1]);
    const { scale, high } = plotOf([[412]]);
    expect(scale.length).toBeLessThan(8);
    expect(high).toBeGreaterThanOrEqual(412);
  });
});

describe("the line of a seat", () => {
  it("goes in steps and ends at the last move", () => {
    const same = (value: number) => value;
    expect(pathOf([1, 1, 4, 4], same, same)).toBe("M0 1H2V4H3");
    expect(pathOf([2], same, same)).toBe("M0 2H0");
  });
});

describe("labels at the ends of lines", () => {
  it("do not cover each other and stay above the bottom", () => {
    const found = spread([100, 100, 98, 20], 20, 110);
    expect(Math.max(...found)).toBe(110);
    const sorted = [...found].sort((a, b) => a - b);
    sorted
      .slice(1)
      .forEach((one, at) => expect(one - (sorted[at] ?? 0)).toBeGreaterThanOrEqual(20));
    expect(found[3]).toBe(20);
  });
});

describe("the rows of the table", () => {
  it("are some of the moves, both ends among them", () => {
    expect(some(4, 13)).toEqual([0, 1, 2, 3, 4]);
    expect(some(100, 5)).toEqual([0, 25, 50, 75, 100]);
    expect(some(0, 5)).toEqual([0]);
  });
});
