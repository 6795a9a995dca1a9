import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StateMessage } from "../src/lib/protocol";
import { TableSession } from "../src/lib/table.svelte";
import { FakeSocket } from "./fakeSocket";
import { choice, line, state } from "./samples";

const PACE = 450;
const take = choice("take", ["pebble"]);
const by = (seat: number, version: number) => ({ ...line(version), seat });
let session: TableSession;
let fetched: string[] = [];
/** What the server says of a past position. */
let past: StateMessage["view"] = { seats: [] };

const hear = (changes: Partial<StateMessage>) => {
  FakeSocket.last.say(state({ status: "Others move.", ...changes }));
  flushSync();
};
const pebble = (count: number) => ({ pebbles: { spot: "pebble", label: "Pebbles", count } });
/** A move of seat 1 that leads to `version`. */
const move = (version: number, more: Partial<StateMessage> = {}) =>
  hear({ version, asked: [1], log_from: version, log: [by(1, version)], ...more });
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
};
const version = () => session.state?.version;

/** Acts at the version shown; the server says yes with the position `changes`. */
async function act(changes: Partial<StateMessage>) {
  void session.act(take);
  const { id } = FakeSocket.last.lastOf("act");
  FakeSocket.last.say({ type: "ack", id, version: changes.version ?? 0 });
  await pass(0);
  hear({ log_from: changes.version, log: [by(0, changes.version ?? 0)], ...changes });
}

beforeEach(() => {
  vi.useFakeTimers();
  fetched = [];
  past = { seats: [] };
  vi.stubGlobal("fetch", (address: string) => {
    fetched.push(String(address));
    if (!String(address).includes("/at/")) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(new Response(JSON.stringify({ view: past })));
  });
  localStorage.clear();
  FakeSocket.all = [];
  session = new TableSession("t1", "token", FakeSocket.make);
  session.open();
  FakeSocket.last.accept();
  hear({ choices: [take], view: pebble(9) });
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("moves of others", () => {
  it("are shown one after another, and the question when its position is shown", async () => {
    await act({ version: 6, asked: [1] });
    expect(version()).toBe(6);
    move(7);
    move(8);
    move(9, { asked: [0], choices: [take] });
    expect([version(), session.pending, session.myTurn]).toEqual([6, 3, false]);
    await pass(PACE);
    expect([version(), session.latest.map((l) => l.text)]).toEqual([7, ["line 7"]]);
    await pass(PACE);
    expect([version(), session.choices]).toEqual([8, []]);
    await pass(PACE);
    expect([version(), session.pending, session.choices]).toEqual([9, 0, [take]]);
  });

  it("are skipped by a wish, with all that was told", async () => {
    await act({ version: 6, asked: [1] });
    for (const next of [7, 8, 9]) move(next);
    session.skip();
    expect([version(), session.pending]).toEqual([9, 0]);
    expect(session.known.log.map((l) => l.version)).toEqual([6, 7, 8, 9]);
    expect(session.polite).toContain("line 8");
  });

  it("are shown at once where the device wants that, or animation is off", async () => {
    session.saveSettings({ ...session.settings, pace: 0 });
    await act({ version: 6, asked: [1] });
    move(7);
    move(8);
    expect(version()).toBe(8);
    session.saveSettings({ ...session.settings, pace: 700, animation: "off" });
    move(9);
    move(10);
    expect(version()).toBe(10);
  });

  it("that wait are shown when the setting says: at once", async () => {
    await act({ version: 6, asked: [1] });
    move(7);
    move(8);
    session.saveSettings({ ...session.settings, pace: 0 });
    expect([version(), session.pending]).toEqual([8, 0]);
  });

  it("are shown at once with reduced motion, and in a tab that nobody looks at", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    await act({ version: 6, asked: [1] });
    move(7);
    expect(version()).toBe(7);
    vi.unstubAllGlobals();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    move(8);
    move(9);
    expect(version()).toBe(9);
    hidden.mockRestore();
  });

  it("missed during a break are not replayed: the newest position is shown", async () => {
    await act({ version: 6, asked: [1] });
    move(7);
    move(8);
    FakeSocket.last.break();
    await pass(500);
    FakeSocket.last.accept();
    expect(FakeSocket.last.lastOf("hello").have).toBe(8);
    move(20, { asked: [0], choices: [take] });
    expect([version(), session.pending, session.choices]).toEqual([20, 0, [take]]);
    await pass(5000);
    expect(version()).toBe(20);
  });
});

describe("an own action while moves of others are waiting", () => {
  const both = { asked: [0, 1], choices: [take] };

  it("is sent for the newest position if the question is the same", async () => {
    move(6, both);
    move(7, both);
    move(8, both);
    expect(version()).toBe(6);
    void session.act(take);
    expect(FakeSocket.last.lastOf("act").expected).toBe(8);
    expect(version()).toBe(8);
  });

  it("is not sent if the question has gone: what is asked now is shown", async () => {
    move(6, both);
    move(7, both);
    move(8, { asked: [0], choices: [choice("other")] });
    void session.act(take);
    expect(FakeSocket.last.count("act")).toBe(0);
    expect(session.choices.map((c) => c.notation)).toEqual(["other"]);
    expect(session.busy).toBe(false);
  });
});

describe("what changed", () => {
  it("is marked until the next own move, and what changed just now apart", async () => {
    await act({ version: 6, asked: [1], view: pebble(8) });
    expect(session.changeAt("pebble")).toBeUndefined();
    move(7, { view: pebble(7) });
    await pass(PACE);
    expect(session.changeAt("pebble")).toBe("now");
    move(8, { asked: [0], choices: [take], view: pebble(7) });
    await pass(PACE);
    expect(session.changeAt("pebble")).toBe("");
    await act({ version: 9, asked: [0], choices: [take], view: pebble(6) });
    expect(session.changeAt("pebble")).toBeUndefined();
  });

  it("is found by a page that was opened anew, from the position after the last own line", async () => {
    past = pebble(8);
    fetched = [];
    session.close();
    session = new TableSession("t1", "token", FakeSocket.make);
    session.open();
    FakeSocket.last.accept();
    hear({ version: 9, view: pebble(7), log: [by(1, 2), by(0, 4), by(1, 7), by(1, 9)] });
    await pass(0);
    expect(fetched.filter((address) => address.includes("/at/"))).toHaveLength(1);
    expect(fetched.join()).toContain("/at/4?seat=0");
    expect(session.changeAt("pebble")).toBe("");
    expect(session.since.map((l) => l.version)).toEqual([7, 9]);
  });
});

describe("since the last own turn", () => {
  it("lists what others did, for the whole of the turn", async () => {
    await act({ version: 6, asked: [1] });
    expect(session.since).toEqual([]);
    move(7);
    move(8, { asked: [0], choices: [take] });
    await pass(PACE * 2);
    expect(session.since.map((l) => l.version)).toEqual([7, 8]);
    await act({ version: 9, asked: [0], choices: [take] });
    expect(session.since.map((l) => l.version)).toEqual([7, 8]);
    await act({ version: 10, asked: [1] });
    expect(session.since).toEqual([]);
  });

  it("forgets everything when the device is handed over, and shows that at once", async () => {
    const mine = [0, 1];
    hear({ version: 6, mine, choices: [take], view: pebble(9) });
    await act({ version: 7, mine, asked: [2], view: pebble(8) });
    move(8, { mine, asked: [2], view: pebble(7) });
    move(9, { mine, asked: [1], view: pebble(6) });
    move(10, { mine, asked: [1], view: pebble(5) });
    expect([version(), session.handover]).toEqual([7, null]);
    await pass(PACE * 2);
    expect([version(), session.handover, session.pending]).toEqual([10, 1, 0]);
    expect([session.since, session.latest]).toEqual([[], []]);
    expect(session.changeAt("pebble")).toBeUndefined();
    expect(FakeSocket.last.lastOf("look").seat).toBe(-1);
  });
});
