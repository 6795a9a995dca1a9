import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  forgetRefused,
  forgetTable,
  heldAt,
  saveTable,
  savedTables,
  tokenFor,
  type HeldSeats,
} from "../src/lib/saved";
import { storage, write } from "../src/lib/storage.svelte";

const facts = (table: string) => ({ table, game: "g", title: "G" });
const seat = (token: string, ...seats: number[]): HeldSeats => ({ token, seats, name: token });

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("tables", () => {
  it("stand newest first, each once", () => {
    for (const table of ["a", "b", "a"]) saveTable(facts(table), seat("t", 0));
    expect(savedTables().map((saved) => saved.table)).toEqual(["a", "b"]);
    expect(forgetTable("a").map((saved) => saved.table)).toEqual(["b"]);
  });

  it("are remembered without a seat, too", () => {
    saveTable(facts("a"), null);
    expect(savedTables()).toMatchObject([{ table: "a", held: [] }]);
  });

  it("survive rubbish", () => {
    localStorage.setItem("wardround.tables", "{");
    expect(savedTables()).toEqual([]);
    const rubbish = [null, 3, {}, { table: 4 }, { table: "a", held: [null, { token: 3 }, {}] }];
    localStorage.setItem("wardround.tables", JSON.stringify(rubbish));
    expect(savedTables()).toEqual([{ table: "a", game: "", title: "", when: 0, held: [] }]);
  });

  it("of the first release keep their token", () => {
    const old = [{ table: "a", token: "secret", game: "g", title: "G", when: 7 }];
    localStorage.setItem("wardround.tables", JSON.stringify(old));
    expect(savedTables()).toEqual([
      {
        table: "a",
        game: "g",
        title: "G",
        when: 7,
        held: [{ token: "secret", seats: [], name: "" }],
      },
    ]);
    expect(tokenFor(heldAt("a"), null)).toBe("secret");
  });
});

describe("several seats of one table", () => {
  it("stand side by side", () => {
    saveTable(facts("a"), seat("first", 0));
    saveTable(facts("a"), seat("second", 1, 2));
    expect(heldAt("a")).toEqual([seat("first", 0), seat("second", 1, 2)]);
    expect(tokenFor(heldAt("a"), 0)).toBe("first");
    expect(tokenFor(heldAt("a"), 2)).toBe("second");
    expect(tokenFor(heldAt("a"), 3)).toBeNull();
    expect(tokenFor(heldAt("a"), null)).toBeNull();
  });

  it("are known better once the server has told the seats, never worse", () => {
    saveTable({ table: "a", game: "", title: "" }, seat("t"));
    saveTable(facts("a"), seat("t", 1));
    saveTable({ table: "a", game: "", title: "" }, seat("t"));
    expect(savedTables()).toMatchObject([{ game: "g", title: "G", held: [seat("t", 1)] }]);
  });

  it("lose a token that the server never accepted, and no other", () => {
    saveTable(facts("a"), seat("mine", 0));
    saveTable(facts("a"), seat("wrong"));
    forgetRefused("a", "wrong");
    forgetRefused("a", "mine");
    expect(heldAt("a")).toEqual([seat("mine", 0)]);
    saveTable(facts("b"), seat("wrong"));
    forgetRefused("b", "wrong");
    expect(savedTables().map((saved) => saved.table)).toEqual(["a"]);
  });
});

describe("a browser that keeps nothing", () => {
  const refuse = () => {
    throw new DOMException("no", "QuotaExceededError");
  };

  it.each([
    ["full", { getItem: () => null, setItem: refuse, removeItem: refuse }],
    ["blocked", { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])("because it is %s still plays, and says so", (_, broken) => {
    write("wardround.x", 1);
    expect(storage.keeps).toBe(true);
    const working = localStorage;
    vi.stubGlobal("localStorage", broken);
    saveTable(facts("a"), seat("t", 0));
    expect(heldAt("a")).toEqual([seat("t", 0)]);
    expect(storage.keeps).toBe(false);
    vi.stubGlobal("localStorage", working);
    saveTable(facts("b"), seat("t", 0));
    expect(savedTables().map((saved) => saved.table)).toEqual(["b", "a"]);
    expect(storage.keeps).toBe(true);
  });
});
