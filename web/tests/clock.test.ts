import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leftAt, outAt, paceInWords, shown, shownLeft, spelled, stageAt } from "../src/lib/clock";
import type { Pace, ServerMessage, Times } from "../src/lib/protocol";
import { TableSession } from "../src/lib/table.svelte";
import {
  CLOCK_NAMES,
  CLOCKS,
  clockTitle,
  isPace,
  keepClock,
  lastClock,
  lastPace,
  paceOf,
  unitOf,
} from "../src/lobby/clocks";
import OwnClock from "../src/lobby/OwnClock.svelte";
import Clock from "../src/play/Clock.svelte";
import People from "../src/play/People.svelte";
import { FakeSocket } from "./fakeSocket";
import { state } from "./samples";

const MINUTE = 60_000;
const told = (free: number, reserve: number, running = [0]) => ({
  running,
  seats: [{ free, reserve }, { free: 10_000, reserve: 0 }, null],
  at: 500,
});

describe("what is left", () => {
  it("takes free time first, then the reserve, and then nothing", () => {
    expect(leftAt(told(8000, 60_000), 0, 500)).toEqual({ free: 8000, reserve: 60_000 });
    expect(leftAt(told(8000, 60_000), 0, 3500)).toEqual({ free: 5000, reserve: 60_000 });
    expect(leftAt(told(8000, 60_000), 0, 18_500)).toEqual({ free: 0, reserve: 50_000 });
    expect(leftAt(told(8000, 60_000), 0, 1e9)).toEqual({ free: 0, reserve: 0 });
  });

  it("stays as it is for who is not asked, and a bot has none", () => {
    expect(leftAt(told(8000, 0), 1, 1e9)).toEqual({ free: 10_000, reserve: 0 });
    expect(leftAt(told(8000, 0), 2, 1e9)).toBeNull();
  });

  it("grows by no moment before the message", () => {
    expect(leftAt(told(8000, 0), 0, 0)).toEqual({ free: 8000, reserve: 0 });
  });

  it("is short for the last 30 seconds, and out at the end, only where it runs", () => {
    const at = (now: number) => stageAt(told(20_000, 20_000), 0, now);
    expect([at(500), at(10_400), at(10_500), at(40_400), at(40_500)]).toEqual([
      "",
      "",
      "short",
      "short",
      "out",
    ]);
    expect(outAt(told(0, 0), 500)).toEqual([0]);
    expect(outAt(told(0, 0, [1]), 500)).toEqual([]);
    expect(stageAt(told(0, 0, []), 0, 500)).toBe("");
  });
});

describe("how times are written", () => {
  it.each([
    [0, "0:00"],
    [1, "0:01"],
    [27_000, "0:27"],
    [59_001, "1:00"],
    [245_000, "4:05"],
    [60 * MINUTE, "1 h 00"],
    [307 * MINUTE, "5 h 07"],
    [51 * 60 * MINUTE, "2 d 3 h"],
  ])("writes %i ms as %s", (milliseconds, written) => {
    expect(shown(milliseconds)).toBe(written);
  });

  it("writes free time and reserve, and where one is gone the other", () => {
    expect(shownLeft({ free: 24_000, reserve: 5 * MINUTE })).toBe("0:24 + 5:00");
    expect(shownLeft({ free: 0, reserve: 5 * MINUTE })).toBe("5:00");
    expect(shownLeft({ free: 24_000, reserve: 0 })).toBe("0:24");
    expect(shownLeft({ free: 0, reserve: 0 })).toBe("0:00");
  });

  it("spells every unit that there is", () => {
    expect(spelled(90_061)).toBe("1 day 1 hour 1 minute 1 second");
    expect(spelled(120)).toBe("2 minutes");
  });

  it("says how long each may think", () => {
    expect(CLOCK_NAMES.map(clockTitle)).toEqual([
      "None",
      "30 seconds a turn and 5 minutes",
      "1 minute a turn and 10 minutes",
      "30 minutes for the whole game",
      "1 day a turn and 3 days",
      "Own times",
    ]);
    expect(paceInWords({ move: 45, reserve: 0 })).toBe("45 seconds a turn");
  });
});

describe("the clock chosen last", () => {
  beforeEach(() => localStorage.clear());

  it("is none until one was chosen", () => {
    expect(paceOf(lastClock(), lastPace())).toBeNull();
    keepClock("days", lastPace());
    expect(paceOf(lastClock(), lastPace())).toEqual(CLOCKS.days);
  });

  it("may be one with times of one's own, which are kept", () => {
    keepClock("own", { move: 0, reserve: 5400 });
    expect(paceOf(lastClock(), lastPace())).toEqual({ move: 0, reserve: 5400 });
    localStorage.setItem("wardround.pace", '{"move":0,"reserve":0}');
    expect(isPace(lastPace())).toBe(true);
  });

  it("is set in the largest unit in which it is a whole number", () => {
    expect([0, 90, 120, 7200, 172_800].map(unitOf)).toEqual([
      "minutes",
      "seconds",
      "minutes",
      "hours",
      "days",
    ]);
  });

  it("takes the times that the server takes, and no others", async () => {
    const found: Pace[] = [];
    render(OwnClock, { pace: { move: 120, reserve: 900 }, onpace: (pace) => found.push(pace) });
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    const move = field("Free time for each turn");
    await fireEvent.input(move, { target: { value: "1.5" } });
    expect(found.at(-1)).toEqual({ move: 90, reserve: 900 });
    screen.getByText("1 minute 30 seconds a turn and 15 minutes");
    await fireEvent.change(field("Unit: Free time for each turn"), { target: { value: "days" } });
    await fireEvent.input(move, { target: { value: "15" } });
    expect(found.at(-1)?.move).not.toBe(15 * 86_400);
    screen.getByText(/at most 14 days/);
    await fireEvent.input(move, { target: { value: "0" } });
    await fireEvent.input(field("Reserve for the whole game"), { target: { value: "0" } });
    expect(found.every(({ move, reserve }) => move + reserve > 0)).toBe(true);
    expect(move.validity.customError).toBe(true);
  });
});

describe("at the table", () => {
  let session: TableSession;
  const hear = (message: ServerMessage) => {
    FakeSocket.last.say(message);
    flushSync();
  };
  const times = (own: [number, number], other: [number, number], running = [0]): Times => ({
    running,
    seats: [{ free: own[0], reserve: own[1] }, { free: other[0], reserve: other[1] }, null],
  });
  const at = () => screen.getByTestId("clock").textContent.replace(/\s+/g, " ").trim();
  const wait = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    flushSync();
  };
  const show = () => {
    if (!session.times) throw new Error("no times");
    return render(Clock, { session, told: session.times });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    FakeSocket.all = [];
    session = new TableSession("t1", "token", FakeSocket.make);
    session.open();
    FakeSocket.last.accept();
  });

  afterEach(() => {
    cleanup();
    session.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("counts on by itself for whoever is asked", async () => {
    hear(state({ times: times([5000, 60_000], [9000, 0], [1]) }));
    show();
    expect(at()).toMatch(/^You 0:05 \+ 1:00 .*Ben.* 0:09/);
    await wait(4000);
    expect(at()).toMatch(/^You 0:05 \+ 1:00 .*Ben.* 0:05/);
  });

  it("goes by the newest times, also where only people have changed", async () => {
    hear(state({ times: times([5000, 0], [9000, 0]) }));
    const message = { type: "table", table: state().table } as const;
    hear({ ...message, times: times([70_000, 0], [9000, 0], []) });
    show();
    await wait(3000);
    expect(at()).toBe("You 1:10");
    hear(message);
    expect(session.times).toBeNull();
  });

  it("says once that the own time becomes short, and that it is used up", async () => {
    hear(state({ times: times([31_000, 0], [9000, 0]) }));
    session.polite = "";
    show();
    await wait(500);
    expect(session.polite).toBe("");
    await wait(1000);
    expect(session.polite).toMatch(/less than 30 seconds/);
    expect(at()).toBe("You 0:30 short");
    session.polite = "";
    await wait(20_000);
    expect(session.polite).toBe("");
    await wait(10_000);
    expect(session.polite).toMatch(/used up/);
    expect(at()).toBe("You 0:00 out of time");
    session.polite = "";
    await wait(5000);
    expect(session.polite).toBe("");
  });

  it("offers a vote for a bot where another's time is used up, not for oneself", async () => {
    hear(state({ times: times([1000, 0], [2000, 0], [0, 1]) }));
    if (!session.state) throw new Error("no state");
    show();
    render(People, { session, state: session.state });
    const votes = () => screen.queryAllByRole("button", { name: /^Vote for a bot/ });
    await wait(1500);
    expect(votes()).toHaveLength(0);
    await wait(1000);
    expect(session.out).toEqual([0, 1]);
    expect(votes()).toHaveLength(1);
    expect(votes()[0]?.getAttribute("aria-label")).toContain("Ben");
    void fireEvent.click(votes()[0] as HTMLElement);
    await wait(100);
    expect(FakeSocket.last.lastOf("stand_in")).toMatchObject({ seat: 0, who: 1 });
  });
});
