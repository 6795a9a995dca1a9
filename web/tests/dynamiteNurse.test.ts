import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cardPicture, SIGNS } from "../src/games/dynamite_nurse/pictures";
import {
  byName,
  others,
  queue,
  sections,
  trait,
  type Admitted,
  type CardPiece,
  type DynamiteNurseView,
  type Kind,
  type PatientView,
  type SeatView,
  type Waiting,
} from "../src/games/dynamite_nurse/view";
import type { Choice, View } from "../src/lib/protocol";
import { TableSession } from "../src/lib/table.svelte";
import DynamiteNurseHost from "./DynamiteNurseHost.svelte";
import { FakeSocket } from "./fakeSocket";
import { choice, state } from "./samples";

const card = (spot: string, name: string, changes: Partial<CardPiece> = {}): CardPiece => ({
  spot,
  label: `${name} in words`,
  id: name.toLowerCase(),
  name,
  nurse: false,
  kind: "Examination",
  type: 0,
  cost: null,
  gold: 1,
  tp: 0,
  vp: 0,
  text: "",
  reconstructed: [],
  ...changes,
});

const patient = (spot: string, id: string, changes: Partial<PatientView> = {}): PatientView => ({
  spot,
  label: `Patient ${id}`,
  id,
  notation: `${id}n`,
  name: "Sick",
  condition: 0,
  emergency: false,
  critical: false,
  severity: 2,
  severities: [2, 4],
  care: 1,
  upkeep: null,
  vp: 1,
  vps: [1, 1],
  text: "",
  reconstructed: [],
  ...changes,
});

const waiting = (place: number, marker: number | null = 1): Waiting => ({
  ...patient(`ambulance/${place - 1}`, `P0${place}`),
  place,
  marker,
});

const admitted = (seat: number, at: number, changes: Partial<Admitted> = {}): Admitted => ({
  ...patient(`seat/${seat}/admitted/${at}`, `P1${at}`),
  paid: false,
  owes: false,
  ...changes,
});

const kind = (spot: string, name: string, nurse = false, count = 1): Kind => ({
  spot,
  label: `${count} x ${name}`,
  id: name,
  name,
  nurse,
  count,
});

const seat = (number: number, changes: Partial<SeatView> = {}): SeatView => ({
  spot: `seat/${number}`,
  label: `Seat ${number + 1}`,
  seat: number,
  colour: number,
  nurse: "Starting Nurse",
  turn: number === 0,
  title: false,
  kill_marks: 0,
  unused: { spot: `seat/${number}/markers`, label: "5 unused", count: 5 },
  admitted: [],
  without_bed: 0,
  acquired: [],
  hand: [],
  hand_count: 4,
  deck: { spot: `seat/${number}/deck`, label: "Deck of 2", count: 2, cards: null },
  discard: { spot: `seat/${number}/discard`, label: "Discard pile of 0", count: 0, cards: [] },
  play: [],
  sheet: { patients: 0, admitted: 0, cards: 0, endings: 0, counted: 0, penalty: 0, total: 0 },
  ...changes,
});

const view: DynamiteNurseView = {
  game: "dynamite_nurse",
  viewer: 0,
  edition: "village",
  words: {
    town: "village",
    hospital: "monastery",
    ambulances: "ambulance cart queue",
    dungeon: "dungeon",
    graveyard: "graveyard",
    "kill mark": "kill mark",
    title: "Dynamite nurse",
    marker: "monastery marker",
    tp: "healing points",
    gold: "gold coins",
    treatment: "healing",
    treatments: "healings",
    purchase: "buy",
    purchases: "buys",
    operation: "surgery",
    care: "bandaging",
    deck: "draw deck",
    "nurse pile": "nurse deck",
    "event pile": "event deck",
    emergency: "Acute",
    critical: "deteriorated",
    Critical: "deteriorated",
    leading: "front",
    trailing: "hindmost",
    acquired: "gained",
    beds: "sick beds",
  },
  pack: { id: "default", title: "Reconstructed cards", version: "1", author: "" },
  turn: 0,
  turn_number: 7,
  phase: 0,
  phase_name: "Main Phase",
  phase_names: ["Main Phase", "Someone gets hurt", "Admission Phase", "Cleanup Phase"],
  points: {
    gold: 2,
    tp: 0,
    either: 1,
    treatments: 0,
    purchases: 0,
    elsewhere: true,
    may_skip: false,
    to_hand: false,
    extra_nurses: 0,
    acquire_gold: 0,
    acquire_purchases: 0,
    played: [],
  },
  town: {
    supply: [{ ...card("supply/surgery", "Surgery", { cost: 3, type: 1 }), count: 6 }],
    events: { spot: "events", label: "event deck of 0", count: 0 },
    event_under: null,
    nurses: { spot: "nurses", label: "nurse deck of 18", count: 18, known: null },
    dungeon: { ...patient("dungeon", "P09"), count: 30 },
    graveyard: [{ ...patient("graveyard/P05", "P05"), count: 2 }],
    kill_marks: { spot: "kill_marks", label: "10 left", count: 10 },
    title: 2,
    aside: null,
    box: { cards: [], kill_marks: 3 },
  },
  ambulances: [waiting(1), waiting(2)],
  limit: 3,
  looked: [],
  second_event: null,
  trade: null,
  seats: [
    seat(0, {
      hand: [card("seat/0/hand/0", "History")],
      hand_count: 1,
      admitted: [
        admitted(0, 0, { critical: true, owes: true, upkeep: 2 }),
        admitted(0, 1),
        admitted(0, 2),
      ],
      without_bed: 1,
      deck: {
        spot: "seat/0/deck",
        label: "draw deck of 3",
        count: 3,
        cards: [
          kind("seat/0/deck/n", "Alyssa", true),
          kind("seat/0/deck/b", "Surgery"),
          kind("seat/0/deck/a", "History", false, 2),
        ],
      },
    }),
    seat(1, {
      discard: {
        spot: "seat/1/discard",
        label: "Discard pile of 1",
        count: 1,
        cards: [kind("seat/1/discard/mint", "Mint", true)],
      },
    }),
    seat(2, { title: true, kill_marks: 3 }),
  ],
  penalty: [0, -1, -2],
  over: false,
  reason: "",
  ranking: null,
};

describe("what the table is about", () => {
  it("lists the others clockwise", () => {
    expect(others(view.seats, 1).map((other) => other.seat)).toEqual([2, 0]);
  });

  it("has the free carts and the trailing patient first, the leading one last", () => {
    expect(queue(view.ambulances, 3).map((cart) => cart?.place ?? null)).toEqual([null, 2, 1]);
    expect(queue([waiting(1), waiting(2), waiting(3)], 2)).toHaveLength(3);
  });

  it("shows first what the question is about", () => {
    const first = (spots: string[], changes: Partial<DynamiteNurseView> = {}) =>
      sections({ ...view, ...changes }, spots, 0);
    expect(first([])).toEqual(["hand", "ambulances", "hospital", "town", "others"]);
    expect(first(["ambulance/1"])[0]).toBe("ambulances");
    expect(first(["seat/0/admitted/1"])[0]).toBe("hospital");
    expect(first(["seat/0", "seat/2"], { phase: 1 }).slice(0, 3)).toEqual([
      "ambulances",
      "hospital",
      "others",
    ]);
    expect(first(["looked/mint"])).not.toContain("looked");
    expect(first(["looked/mint"], { looked: [kind("looked/mint", "Mint")] })[0]).toBe("looked");
  });

  it("sorts the cards of a pile by name, nurses last", () => {
    const deck = view.seats[0]?.deck.cards ?? [];
    expect(byName(deck).map(({ name }) => name)).toEqual(["History", "Surgery", "Alyssa"]);
  });

  it("draws the same face for the same id, and something for cards of other packs", () => {
    expect(trait("P01", 4)).toBe(trait("P01", 4));
    expect(cardPicture("of_my_own", 1)).toBe(cardPicture("unknown", 1));
    expect(new Set([0, 1, 2, 3].map((type) => cardPicture("", type))).size).toBe(4);
    expect(new Set(Object.values(SIGNS)).size).toBeGreaterThanOrEqual(10);
  });
});

describe("the table", () => {
  let session: TableSession;

  function show(choices: Choice[], asked = [0], changes: Partial<DynamiteNurseView> = {}) {
    FakeSocket.last.accept();
    FakeSocket.last.say(state({ view: view as unknown as View, choices, asked }));
    render(DynamiteNurseHost, { session, view: { ...view, ...changes } });
  }

  const section = (name: string) =>
    within(document.querySelector(`[data-section=${name}]`) as HTMLElement);

  beforeEach(() => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    FakeSocket.all = [];
    session = new TableSession("t1", null, FakeSocket.make);
    session.open();
  });

  afterEach(() => {
    session.close();
    vi.unstubAllGlobals();
  });

  it("speaks in the words of the edition", () => {
    show([]);
    expect(screen.getByRole("heading", { name: "Ambulance cart queue" })).toBeTruthy();
    expect(section("hospital").getByText(/deteriorated/)).toBeTruthy();
    expect(screen.queryByText(/Critical/)).toBeNull();
  });

  it("shows the points left and what the cards played allow", () => {
    show([]);
    const pools = screen.getByRole("list", { name: "Points of this turn" });
    expect(pools.querySelector("[data-pool=gold]")?.textContent).toBe("2");
    expect(pools.querySelector("[data-pool=either]")?.textContent).toBe("1");
    expect(screen.getByText("patients of others may be treated")).toBeTruthy();
  });

  it("prints the rule of an Emergency Case on its card, and VP that change with the side", () => {
    const text = "When it comes out of the dungeon it is admitted at once.";
    const acute: Waiting = { ...waiting(2), emergency: true, text, vp: 3, vps: [3, 1] };
    show([], [0], { ambulances: [waiting(1), acute] });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText("3 → 1")).toBeTruthy();
    expect(screen.queryByText("1 → 1")).toBeNull();
  });

  it("says who has no bed and whose upkeep is not paid", () => {
    show([]);
    expect(section("hospital").getByText(/1 patient more than sick beds/)).toBeTruthy();
    expect(section("hospital").getByText("Upkeep: not paid yet")).toBeTruthy();
  });

  it("lists the own deck sorted, and no deck of others", async () => {
    show([]);
    await fireEvent.click(document.querySelector("[data-pile=deck] button") as HTMLElement);
    const deck = document.querySelectorAll("[data-hospital='0'] [data-pile=deck] .kind");
    expect([...deck].map((kind) => kind.textContent.replace(/\s+/g, " ").trim())).toEqual([
      "2× History",
      "1× Surgery",
      "1× Alyssa",
    ]);
    expect(document.querySelectorAll("[data-pile=deck]")).toHaveLength(1);
  });

  it("plays a card of the hand by a click", () => {
    show([choice("play:history", ["seat/0/hand/0"])]);
    screen.getByRole("button", { name: "History in words, can be chosen" }).click();
    expect(FakeSocket.last.lastOf("act").action).toBe("play:history");
  });

  it("says whose decision is awaited", () => {
    show([], [1]);
    expect(document.querySelector("[data-deciding]")?.textContent).toContain("Ben");
    const rival = document.querySelector("[data-rival='1']");
    expect(rival?.textContent).toMatch(/Ben.*decides now/);
  });

  it("opens a discard pile from which a card may be taken, and moves the others up", () => {
    show([choice("card:mint", ["seat/1/discard/mint"])]);
    const pile = document.querySelector("[data-hospital='1'] details") as HTMLDetailsElement;
    expect(pile.open).toBe(true);
    const order = [...document.querySelectorAll("[data-section]")].map((element) =>
      element.getAttribute("data-section"),
    );
    expect(order.indexOf("others")).toBeLessThan(order.indexOf("town"));
  });

  it("opens the graveyard when one of it is asked for", () => {
    show([choice("grave:P05", ["graveyard/P05"])]);
    expect(
      screen.getByRole("button", { name: "Patient P05, can be chosen" }).closest("details")?.open,
    ).toBe(true);
  });
});
