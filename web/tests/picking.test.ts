import { describe, expect, it } from "vitest";
import { choiceNumber, groupChoices, nearest, pick, spotIndex, type Box } from "../src/lib/picking";
import { choice } from "./samples";

describe("a click on a spot", () => {
  const nurse = choice("nurse", ["nurses"]);
  const bag = choice("bag red", ["bags", "bed/1"]);
  const other = choice("bag green", ["bags", "bed/2", "bed/2"]);
  const index = spotIndex([nurse, bag, other]);

  it("with one choice is that choice", () => {
    expect(pick(index, "nurses")).toEqual({ kind: "one", choice: nurse });
    expect(pick(index, "bed/2")).toEqual({ kind: "one", choice: other });
  });

  it("with several choices offers them in the server's order", () => {
    expect(pick(index, "bags")).toEqual({ kind: "several", choices: [bag, other] });
  });

  it("without a choice is none", () => {
    expect(pick(index, "bed/9")).toEqual({ kind: "none" });
    expect(pick(spotIndex([]), "bags")).toEqual({ kind: "none" });
  });
});

describe("the list of choices", () => {
  const choices = [
    choice("a1", [], "Meeples"),
    choice("b1", [], "Patients"),
    choice("a2", [], "Meeples"),
  ];

  it("is grouped, and numbered through the groups", () => {
    const groups = groupChoices(choices);
    expect(groups.map((group) => group.name)).toEqual(["Meeples", "Patients"]);
    expect(groups.flatMap((group) => group.choices.map((entry) => entry.number))).toEqual([
      1, 2, 3,
    ]);
    expect(choiceNumber(groups, 2)?.notation).toBe("a2");
    expect(choiceNumber(groups, 4)).toBeUndefined();
  });

  it("can be filtered by words anywhere, and is numbered anew", () => {
    const groups = groupChoices(choices, "  LABEL pat ");
    expect(choiceNumber(groups, 1)?.notation).toBe("b1");
    expect(groupChoices(choices, "nothing")).toEqual([]);
  });
});

describe("arrow keys", () => {
  const at = (x: number, y: number): Box => ({ left: x, right: x + 10, top: y, bottom: y + 10 });
  const boxes = [at(0, 0), at(20, 0), at(60, 0), at(20, 30), at(0, 200)];

  it.each([
    ["ArrowRight", 0, 1],
    ["ArrowRight", 1, 2],
    ["ArrowLeft", 2, 1],
    ["ArrowDown", 1, 3],
    ["ArrowUp", 4, 0],
    ["ArrowUp", 0, -1],
    ["Enter", 0, -1],
  ])("%s from box %i leads to box %i", (key, from, to) => {
    expect(nearest(boxes[from] as Box, boxes, key)).toBe(to);
  });
});

it("puts groups that name no piece last", () => {
  const groups = groupChoices([
    choice("done", [], "Go on"),
    choice("a1", ["nurses"], "Meeples"),
    choice("b1", [], "Go on"),
    choice("c1", ["bed"], "Patients"),
  ]);
  expect(groups.map((group) => group.name)).toEqual(["Meeples", "Patients", "Go on"]);
});
