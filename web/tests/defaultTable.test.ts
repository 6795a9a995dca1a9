import { render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { facts, general, line, parts, readable, seatParts } from "../src/games/default/shape";
import type { View } from "../src/lib/protocol";
import { TableSession } from "../src/lib/table.svelte";
import { FakeSocket } from "./fakeSocket";
import { choice, state } from "./samples";
import DefaultTableHost from "./DefaultTableHost.svelte";

const name = (seat: number) => ["Ana", "Ben", "Cleo"][seat] ?? "";

describe("the shape of a view", () => {
  it("makes keys readable", () => {
    expect(readable("first_player")).toBe("First player");
  });

  it("shows plain values that the label does not say already", () => {
    expect(
      facts(
        {
          spot: "x",
          label: "3 coins",
          count: 3,
          empty: "",
          none: null,
          no: false,
          yes: true,
          hue: "deep_red",
          first_player: 1,
          taken_by: -1,
        },
        name,
      ),
    ).toEqual([
      { key: "yes", value: "✓" },
      { key: "hue", value: "deep red" },
      { key: "first_player", value: "Ben" },
    ]);
  });

  it("puts one entry on a line", () => {
    expect(line({ label: "red 3", value: 3 }, name)).toBe("red 3");
    expect(line({ value: 3, treated: true }, name)).toBe("Value 3, Treated ✓");
    expect(line(null, name)).toBe("–");
  });

  it("lists the viewer's seat first", () => {
    const seats = [0, 1, 2].map((seat) => ({ seat }));
    expect(seatParts({ viewer: 1, seats })?.map((part) => part.seat)).toEqual([1, 2, 0]);
    expect(seatParts({ seats }, 2)?.map((part) => part.seat)).toEqual([2, 0, 1]);
    expect(seatParts({ seats: [1, 2] })).toBeNull();
  });

  it("gives every seat its score", () => {
    const told = seatParts({ viewer: 1, seats: [{ call: 3 }, { call: null }], scores: [4, 7] });
    expect(told).toEqual([
      { seat: 1, value: { score: 7, call: null } },
      { seat: 0, value: { score: 4, call: 3 } },
    ]);
    expect(seatParts({ scores: [4, 7] })?.map(({ value }) => value)).toEqual([
      { score: 4 },
      { score: 7 },
    ]);
  });

  it("leaves out what the page around the table says", () => {
    const view = { round: 1, seats: [], scores: [1], over: false, ranking: null, deck: 3 };
    expect(general(view)).toEqual({ round: 1, deck: 3 });
  });
});

describe("the default table", () => {
  const view: View = {
    game: "pebbles",
    viewer: 0,
    round: 2,
    active: 1,
    over: true,
    scores: [4, 1],
    market: [
      { spot: "market/0", label: "Flat pebble", worth: 2 },
      { spot: "market/1", label: "Round pebble", worth: 3 },
    ],
    seats: [
      { seat: 0, bag: { spot: "seat/0/bag", label: "Bag", stones: ["flat", "round"] } },
      { seat: 1, bag: { spot: "seat/1/bag", label: "Bag of Ben", stones: ["big"] } },
    ],
  };
  let session: TableSession;

  beforeEach(() => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    FakeSocket.all = [];
    session = new TableSession("t1", null, FakeSocket.make);
    session.open();
    FakeSocket.last.accept();
    FakeSocket.last.say(state({ view, choices: [choice("take flat", ["market/0"])] }));
    render(DefaultTableHost, { session, view });
  });

  afterEach(() => {
    session.close();
    vi.unstubAllGlobals();
  });

  it("shows sections, seats by name and facts", () => {
    expect(screen.getByRole("heading", { name: "Market" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Ana" })).toBeTruthy();
    expect(screen.getByText("Round")).toBeTruthy();
    expect(screen.getByText("flat")).toBeTruthy();
  });

  it("shows the scores and the pieces of the others", () => {
    const rival = screen.getByRole("heading", { name: "Ben" }).closest("section");
    if (!rival) throw new Error("Ben has no part of the table");
    expect(within(rival).getByText("Score").nextElementSibling?.textContent).toBe("1");
    expect(within(rival).getByText("big")).toBeTruthy();
    expect(rival.querySelector("details:not([open])")).toBeNull();
  });

  it("names the seats that plain keys mean, and repeats nothing of the page around", () => {
    expect(screen.getByText("Active").nextElementSibling?.textContent).toBe("Ben");
    expect(screen.queryByText("Over")).toBeNull();
    expect(screen.queryByText("Seat")).toBeNull();
  });

  it("marks what may be chosen, and a click on it acts", () => {
    const flat = screen.getByRole("button", { name: "Flat pebble, can be chosen" });
    expect(within(flat).getByText("Worth")).toBeTruthy();
    flat.click();
    expect(FakeSocket.last.lastOf("act").action).toBe("take flat");
  });

  it("asks why about any other piece", () => {
    const round = screen.getByRole("button", { name: "Round pebble" });
    expect(round.getAttribute("aria-disabled")).toBe("true");
    round.click();
    expect(FakeSocket.last.lastOf("why").spot).toBe("market/1");
  });
});

it("leaves out parts with nothing in them", () => {
  expect(parts({ none: [], nested: [[], []], empty: {}, some: [[1]] })).toEqual([["some", [[1]]]]);
});
