import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerMessage } from "../src/lib/protocol";
import { TableSession } from "../src/lib/table.svelte";
import { FakeSocket } from "./fakeSocket";
import { choice, line, state } from "./samples";

let session: TableSession;
const take = choice("take", ["pebble"]);

const hear = (message: ServerMessage) => {
  FakeSocket.last.say(message);
  flushSync();
};
const settle = () => vi.advanceTimersByTimeAsync(200);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  localStorage.clear();
  FakeSocket.all = [];
  session = new TableSession("t1", "token", FakeSocket.make);
  session.open();
  FakeSocket.last.accept();
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("picking", () => {
  beforeEach(() => {
    hear(state({ choices: [take, choice("a", ["bag"]), choice("b", ["bag"])] }));
  });

  it("does the only choice for the version shown", () => {
    session.pickSpot("pebble", "Pebble");
    expect(FakeSocket.last.lastOf("act")).toMatchObject({ seat: 0, expected: 5, action: "take" });
  });

  it("is deaf until the answer and the new state are there: a double click acts once", async () => {
    session.pickSpot("pebble", "Pebble");
    session.pickSpot("pebble", "Pebble");
    const { id } = FakeSocket.last.lastOf("act");
    hear({ type: "ack", id, version: 6 });
    await settle();
    session.pickSpot("pebble", "Pebble");
    expect(FakeSocket.last.count("act")).toBe(1);
    hear(state({ version: 6, choices: [take] }));
    session.pickSpot("pebble", "Pebble");
    expect(FakeSocket.last.count("act")).toBe(2);
  });

  it("offers several choices and does none of them", () => {
    session.pickSpot("bag", "Bag");
    expect(session.chooser?.choices.map((entry) => entry.notation)).toEqual(["a", "b"]);
    expect(FakeSocket.last.count("act")).toBe(0);
  });

  it("asks first if the player wants that", () => {
    session.saveSettings({ ...session.settings, confirm: true });
    session.pickSpot("pebble", "Pebble");
    expect(session.chooser?.choices).toEqual([take]);
    expect(FakeSocket.last.count("act")).toBe(0);
  });

  it("asks first for a choice of the list, too, and does it at the second click", () => {
    session.saveSettings({ ...session.settings, confirm: true });
    session.choose(take);
    expect(session.chooser).toEqual({ title: take.label, choices: [take] });
    expect(FakeSocket.last.count("act")).toBe(0);
    void session.act(take);
    expect(FakeSocket.last.count("act")).toBe(1);
    expect(session.chooser).toBeNull();
  });

  it("shows what a choice would do without doing it", async () => {
    session.inspect(take);
    await settle();
    expect(FakeSocket.last.lastOf("preview").action).toBe("take");
    expect(FakeSocket.last.count("act")).toBe(0);
    expect(session.chooser?.choices).toEqual([take]);
  });

  it("goes on showing it when the mouse leaves what is below", () => {
    session.inspect(take);
    session.hover(null);
    expect(session.pointed).toEqual(take);
    session.chooser = null;
    session.hover(null);
    expect(session.pointed).toBeNull();
  });

  it("asks why where there is no choice", async () => {
    session.pickSpot("stone", "Stone");
    const { id, spot } = FakeSocket.last.lastOf("why");
    expect(spot).toBe("stone");
    const reasons = [{ sentence: "Take the stone.", clause: "P-1", text: "It is too heavy." }];
    hear({ type: "why", id, reasons });
    await settle();
    expect(session.why).toMatchObject({ spot: "stone", label: "Stone", reasons });
  });
});

it("shows and speaks a refusal, and can act again", async () => {
  hear(state({ choices: [take] }));
  void session.act(take);
  const { id } = FakeSocket.last.lastOf("act");
  hear({ type: "reject", id, version: 5, code: "illegal", message: "Too heavy.", clause: "P-1" });
  await settle();
  expect(session.refusal).toMatchObject({ message: "Too heavy.", clause: "P-1" });
  expect(session.assertive).toBe("Too heavy.");
  expect(session.busy).toBe(false);
});

it("says why nothing can be undone without asking the server", () => {
  hear(state());
  void session.undo();
  expect(session.refusal?.message).toContain("nothing was done");
  expect(FakeSocket.last.count("undo")).toBe(0);
});

it("asks for a preview once, and forgets it with the question", async () => {
  hear(state({ choices: [take] }));
  session.point(take);
  await settle();
  const { id } = FakeSocket.last.lastOf("preview");
  hear({ type: "preview", id, version: 5, sentences: ["It moves."], changes: [], chance: false });
  await settle();
  expect(session.preview?.sentences).toEqual(["It moves."]);
  session.point(null);
  session.point(take);
  await settle();
  expect(FakeSocket.last.count("preview")).toBe(1);
  hear(state({ version: 6, choices: [take], prompt: "Take another." }));
  expect(session.preview).toBeNull();
});

it("asks for a hint once, and forgets it with the question", async () => {
  const table = { ...state().table, hints: true };
  const leave = choice("leave", []);
  hear(state({ choices: [take], table }));
  expect(session.givesHints).toBe(false);
  hear(state({ version: 6, choices: [take, leave], table }));
  expect(session.givesHints).toBe(true);
  void session.askHint();
  void session.askHint();
  expect(session.hint).toBe("thinking");
  expect(FakeSocket.last.count("hint")).toBe(1);
  const { id } = FakeSocket.last.lastOf("hint");
  const best = { action: "leave", sentence: "Leave it", value: 0.6, visits: 9, line: ["leave"] };
  hear({ type: "hint", id, version: 6, choices: [best] });
  await settle();
  expect(session.advised).toBe("leave");
  hear(state({ version: 7, choices: [take, leave], table, prompt: "Take another." }));
  expect([session.hint, session.advised]).toEqual([null, null]);
});

it("says why there is no hint", async () => {
  hear(state({ choices: [take, choice("leave", [])], table: { ...state().table, hints: true } }));
  void session.askHint();
  const { id } = FakeSocket.last.lastOf("hint");
  const refusal = { code: "no_hints", message: "No hints.", where: "", expected: "", clause: "" };
  hear({ type: "reject", id, version: 5, ...refusal });
  await settle();
  expect([session.hint, session.refusal?.message]).toEqual([null, "No hints."]);
});

it("looks from the only own seat without being asked", () => {
  hear(state({ seat: -1, mine: [1] }));
  expect(FakeSocket.last.lastOf("look").seat).toBe(1);
});

describe("on a shared device", () => {
  it("looks from another seat only after the hand-over", () => {
    hear(state({ seat: 0, mine: [0, 1], asked: [1] }));
    expect(session.handover).toBe(1);
    expect(FakeSocket.last.lastOf("look").seat).toBe(-1);
    hear(state({ seat: -1, mine: [0, 1], asked: [1] }));
    expect(session.handover).toBe(1);
    expect(FakeSocket.last.count("look")).toBe(1);
    session.look(1);
    expect(FakeSocket.last.lastOf("look").seat).toBe(1);
  });

  const told = (seat: number) => ({
    mine: [0, 1],
    seat,
    log_from: 6,
    log: [line(6, "Ana draws 7")],
  });

  it("leaves nothing of the last seat while it is handed over", async () => {
    hear(state({ mine: [0, 1], choices: [take] }));
    session.inspect(take);
    void session.act(take);
    const { id } = FakeSocket.last.lastOf("act");
    hear({ type: "reject", id, version: 5, code: "illegal", message: "Too heavy: 7.", clause: "" });
    await settle();
    expect(session.assertive).toBe("Too heavy: 7.");
    session.inspect(take);
    hear(state({ ...told(0), version: 6, asked: [1] }));
    expect(session.handover).toBe(1);
    expect(session.polite).toBe("Pass the device to Ben");
    expect([session.assertive, session.refusal, session.chooser]).toEqual(["", null, null]);
    expect([session.preview, session.pointed, session.why]).toEqual([null, null, null]);
    hear(state({ mine: [0, 1], seat: -1, version: 6, asked: [1], log: [line(6, "Ana draws")] }));
    expect(JSON.stringify(session.known)).not.toContain("draws 7");
  });

  it("a late answer to the last seat shows nothing to the next", async () => {
    hear(state({ mine: [0, 1], choices: [take] }));
    session.pickSpot("stone", "Stone");
    const { id } = FakeSocket.last.lastOf("why");
    hear(state({ mine: [0, 1], seat: 0, version: 6, asked: [1] }));
    hear({ type: "why", id, reasons: [{ sentence: "Secret.", clause: "", text: "" }] });
    await settle();
    expect(session.why).toBeNull();
    session.refuse({ code: "late", message: "Secret." });
    expect([session.refusal, session.assertive]).toEqual([null, ""]);
  });

  it("what the server tells everybody stays until it is dismissed", () => {
    hear(state({ mine: [0, 1], choices: [take] }));
    hear({ type: "error", code: "bot_failed", message: "Bot random could not decide." });
    hear(state({ mine: [0, 1], seat: 0, version: 6, asked: [1] }));
    expect(session.notice?.message).toBe("Bot random could not decide.");
  });

  it("after a break asks for the view of everybody, not for the last seat's", () => {
    hear(state({ mine: [0, 1], seat: 0, asked: [1] }));
    FakeSocket.last.break();
    vi.advanceTimersByTime(60_000);
    FakeSocket.last.accept();
    expect(FakeSocket.last.lastOf("hello").seat).toBeNull();
  });

  it("with open hands passes on by itself", () => {
    session.saveSettings({ ...session.settings, openHands: true });
    hear(state({ seat: 0, mine: [0, 1], asked: [1] }));
    expect(session.handover).toBeNull();
    expect(FakeSocket.last.lastOf("look").seat).toBe(1);
  });
});

it("speaks what happened and what is asked", () => {
  hear(state({ asked: [1] }));
  hear(
    state({ version: 6, log_from: 6, log: [line(6, "Ben took a pebble.")], prompt: "Take one." }),
  );
  expect(session.polite).toBe("Ben took a pebble. Your turn. Take one.");
});

it("gives a table up that the server refuses", () => {
  hear({ type: "error", code: "unknown-table", message: "There is no such table." });
  expect(session.fatal?.message).toBe("There is no such table.");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

describe("the past", () => {
  it("is shown read only", async () => {
    vi.stubGlobal("fetch", (address: URL, init: RequestInit) => {
      expect(address.pathname).toContain("/tables/t1/at/2");
      expect(address.search).toBe("?seat=0");
      expect(init.headers).toMatchObject({ Authorization: "Bearer token" });
      return Promise.resolve(new Response(JSON.stringify({ version: 2, view: { past: 1 } })));
    });
    hear(state({ choices: [take] }));
    await session.viewPast(2);
    expect(session.view).toEqual({ past: 1 });
    expect(session.choices).toEqual([]);
    expect(session.live).toBe(false);
    await session.viewPast(5);
    expect(session.past).toBeNull();
  });
});

describe("when others move at the same time", () => {
  const reject = (id: string, version: number): ServerMessage => ({
    type: "reject",
    id,
    version,
    code: "stale_action",
    message: "The table has moved on.",
  });

  beforeEach(() => {
    hear(state({ choices: [take, choice("a", ["bag"]), choice("b", ["bag"])] }));
  });

  it("an action for the same question is sent again for the new version", async () => {
    void session.act(take);
    hear(reject(FakeSocket.last.lastOf("act").id, 6));
    await settle();
    expect(FakeSocket.last.count("act")).toBe(1);
    hear(state({ version: 6, choices: session.choices }));
    await settle();
    expect(FakeSocket.last.lastOf("act").expected).toBe(6);
    hear({ type: "ack", id: FakeSocket.last.lastOf("act").id, version: 7 });
    await settle();
    expect(session.refusal).toBeNull();
  });

  it("an action for another question is not, and the player is told", async () => {
    void session.act(take);
    hear(reject(FakeSocket.last.lastOf("act").id, 6));
    hear(state({ version: 6, choices: session.choices, prompt: "Give a pebble back." }));
    await settle();
    expect(FakeSocket.last.count("act")).toBe(1);
    expect(session.refusal?.message).toBe("The table has moved on.");
    expect(session.busy).toBe(false);
  });

  it("what is open on the screen stays open", () => {
    session.pickSpot("bag", "Bag");
    hear(state({ version: 6, choices: session.choices }));
    expect(session.chooser).not.toBeNull();
    hear(state({ version: 7, choices: [take] }));
    expect(session.chooser).toBeNull();
  });
});
