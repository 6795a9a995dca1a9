import { render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { facts, line, parts, readable, seatParts } from "../src/games/default/shape";
import type { View } from "../src/lib/protocol";
import { TableSession } from "../src/lib/table.svelte";
import { FakeSocket } from "./fakeSocket";
import { choice, state } from "./samples";
import DefaultTableHost from "./DefaultTableHost.svelte";

describe("the shape of a view", () => {
  it("makes keys readable", () => {
    expect(readable("first_player")).toBe("First player");
  });

  it("shows plain values that the label does not say already", () => {
    expect(
      facts({
        spot: "x",
        label: "3 coins",
        count: 3,
        empty: "",
        none: null,
        no: false,
        yes: true,
        hue: "deep_red",
      }),
    ).toEqual([
      { key: "yes", value: "✓" },
      { key: "hue", value: "deep red" },
    ]);
  });

  it("puts one entry on a line", () => {
    expect(line({ label: "red 3", value: 3 })).toBe("red 3");
    expect(line({ value: 3, treated: true })).toBe("Value 3, Treated ✓");
    expect(line(null)).toBe("–");
  });

  it("lists the viewer's seat first", () => {
    const seats = [0, 1, 2].map((seat) => ({ seat }));
    expect(seatParts({ viewer: 1, seats })?.map((part) => part.seat)).toEqual([1, 2, 0]);
    expect(seatParts({ seats: [1, 2] })).toBeNull();
  });
});

describe("the default table", () => {
  const view: View = {
    game: "pebbles",
    viewer: 0,
    round: 2,
    market: [
      { spot: "market/0", label: "Flat pebble", worth: 2 },
      { spot: "market/1", label: "Round pebble", worth: 3 },
    ],
    seats: [
      { seat: 0, score: 4, bag: { spot: "seat/0/bag", label: "Bag", stones: ["flat", "round"] } },
      { seat: 1, score: 1 },
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
