import { beforeEach, describe, expect, it } from "vitest";
import type { GameInfo } from "../src/lib/protocol";
import { forgetTable, readSettings, saveTable, savedTables } from "../src/lib/saved";
import { quickSeats, usualBot, usualBots } from "../src/lobby/open";
import { cleaned, withKind } from "../src/lobby/seats";

const bots = [
  { id: "random", title: "Random", description: "" },
  { id: "greedy", title: "Greedy", description: "" },
];
const game = (min: number, max: number) => ({ min_players: min, max_players: max }) as GameInfo;

beforeEach(() => localStorage.clear());

describe("play now", () => {
  it("seats me against two bots, as far as the game allows", () => {
    expect(quickSeats(game(2, 4), bots)).toEqual([
      { kind: "me" },
      { kind: "bot", bot: "greedy", name: "Dr Birch" },
      { kind: "bot", bot: "greedy", name: "Dr Maple" },
    ]);
    expect(usualBots(game(2, 2))).toBe(1);
    expect(usualBots(game(4, 6))).toBe(3);
    expect(usualBots(game(1, 1))).toBe(0);
  });

  it("takes another bot where there is no greedy one", () => {
    expect(usualBot([{ id: "a", title: "", description: "" }])).toBe("a");
  });
});

describe("seats", () => {
  it("only one seat is mine", () => {
    const seats = withKind(
      [{ kind: "me", name: "Ana" }, { kind: "open" }],
      1,
      "me",
      "random",
      "Ana",
    );
    expect(seats).toEqual([
      { kind: "bot", bot: "random", name: "Dr Elm" },
      { kind: "me", name: "Ana" },
    ]);
  });

  it("sends nothing that does not belong to the kind", () => {
    expect(
      cleaned([
        { kind: "me", name: "  " },
        { kind: "device", name: " Ben " },
        { kind: "open", name: "x" },
        { kind: "bot", bot: "random", name: "y" },
      ]),
    ).toEqual([
      { kind: "me" },
      { kind: "device", name: "Ben" },
      { kind: "open" },
      { kind: "bot", bot: "random", name: "y" },
    ]);
  });
});

describe("what the browser remembers", () => {
  const entry = (table: string) => ({ table, token: "t", game: "g", title: "G", when: 1 });

  it("tables, newest first, each once", () => {
    for (const table of ["a", "b", "a"]) saveTable(entry(table));
    expect(savedTables().map((saved) => saved.table)).toEqual(["a", "b"]);
    expect(forgetTable("a").map((saved) => saved.table)).toEqual(["b"]);
  });

  it("survives rubbish", () => {
    localStorage.setItem("wardround.tables", "{");
    localStorage.setItem("wardround.settings", '"x"');
    expect(savedTables()).toEqual([]);
    expect(readSettings()).toEqual({ animation: "normal", confirm: false, openHands: false });
  });
});
