import { expect, it } from "vitest";
import { besides } from "../src/lib/beside";

const WINDOW = { width: 400, height: 600 };
const SIZE = { width: 150, height: 100 };
const at = (left: number, top: number, width = 40, height = 40) =>
  ({ left, top, right: left + width, bottom: top + height }) as DOMRectReadOnly;

it("stands to the right while there is room, else to the left", () => {
  expect(besides(at(100, 200), SIZE, WINDOW)).toEqual({ left: 148, top: 200 });
  expect(besides(at(300, 200), SIZE, WINDOW)).toEqual({ left: 142, top: 200 });
});

it("stands below or above what is as wide as the window", () => {
  expect(besides(at(10, 200, 380), SIZE, WINDOW)).toEqual({ left: 10, top: 248 });
  expect(besides(at(10, 540, 380), SIZE, WINDOW)).toEqual({ left: 10, top: 432 });
});

it("stays within the window", () => {
  expect(besides(at(100, 580), SIZE, WINDOW).top).toBe(600 - 100 - 8);
  expect(besides(at(0, 0, 400, 600), SIZE, WINDOW)).toEqual({ left: 8, top: 492 });
});
