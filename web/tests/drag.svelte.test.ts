import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FollowUp } from "../src/lib/follow.svelte";
import type { Places, ServerMessage } from "../src/lib/protocol";
import { TableSession } from "../src/lib/table.svelte";
import { FakeSocket } from "./fakeSocket";
import { choice, state } from "./samples";

let session: TableSession;
let follow: FollowUp;
let end: () => void;

const hear = (message: ServerMessage) => {
  FakeSocket.last.say(message);
  flushSync();
};
const settle = () => vi.advanceTimersByTimeAsync(200);
const acts = () =>
  FakeSocket.last.sent.flatMap((sent) => (sent.type === "act" ? [sent.action] : []));

/** The server has done the last action; this is asked next. */
async function next(version: number, ...notations: string[]) {
  hear({ type: "ack", id: FakeSocket.last.lastOf("act").id, version });
  hear(state({ version, choices: notations.map((notation) => choice(notation, [notation])) }));
  await settle();
  flushSync();
}

async function answer(places: Places) {
  const { id } = FakeSocket.last.lastOf("places");
  hear({ type: "places", id, version: 5, places });
  await settle();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  localStorage.clear();
  FakeSocket.all = [];
  session = new TableSession("t1", "token", FakeSocket.make);
  end = $effect.root(() => {
    follow = new FollowUp(session);
  });
  session.open();
  FakeSocket.last.accept();
  const card = [choice("take", ["card"]), choice("swap", ["card"])];
  hear(state({ choices: [...card, choice("other", ["cell"])] }));
});

afterEach(() => {
  end();
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a piece that is picked up", () => {
  it("shows where it may be put", async () => {
    expect(session.canHold("card", false)).toBe(true);
    expect(session.canHold("nothing", false)).toBe(false);
    void session.hold("card");
    expect(FakeSocket.last.lastOf("places")).toMatchObject({ seat: 0, expected: 5, piece: "card" });
    expect(session.dropAt("cell")).toBeUndefined();
    await answer({ cell: [["take", "cell"]] });
    expect(session.dropAt("cell")).toBe("");
    expect(session.dropAt("constructor")).toBeUndefined();
    expect(session.dropAt("card")).toBeUndefined();
  });

  it("is put down when something else is asked", async () => {
    void session.hold("card");
    hear(state({ version: 6, prompt: "Something else.", choices: [] }));
    await settle();
    expect(session.held).toBeNull();
  });

  it("goes to any piece that an answer names, where it was chosen before", () => {
    expect(session.canHold("chosen", true)).toBe(true);
    void session.hold("chosen");
    expect(session.held?.places).toEqual({ card: [["take"], ["swap"]], cell: [["other"]] });
    expect(FakeSocket.last.count("places")).toBe(0);
  });

  it("is asked about with the place that it may not be put at", () => {
    const place = document.createElement("div");
    place.dataset["spot"] = "cell";
    session.whyNotThere("card", place);
    expect(FakeSocket.last.lastOf("why")).toMatchObject({ spot: "cell", piece: "card" });
  });
});

describe("a drop", () => {
  it("sends one answer after the other", async () => {
    follow.along([["take", "here"]]);
    expect(acts()).toEqual(["take"]);
    await next(6, "here", "there");
    expect(acts()).toEqual(["take", "here"]);
    await next(7, "here");
    expect(acts()).toEqual(["take", "here"]);
  });

  it("asks where the ways part, and goes on from there", async () => {
    follow.along([
      ["take", "here"],
      ["swap", "here"],
    ]);
    expect(acts()).toEqual([]);
    const { chooser } = session;
    expect(chooser?.choices.map(({ notation }) => notation)).toEqual(["take", "swap"]);
    chooser?.go?.(choice("swap"));
    await next(6, "here");
    expect(acts()).toEqual(["swap", "here"]);
  });

  it("does nothing more once the way is not offered any longer", async () => {
    follow.along([["take", "here"]]);
    await next(6, "there");
    expect(acts()).toEqual(["take"]);
  });

  it("is shown first where something would be wasted", async () => {
    const wasteful = { ...choice("take", ["card"]), warning: "That wastes it." };
    hear(state({ version: 6, choices: [wasteful, choice("pass")] }));
    follow.along([["take", "here"]]);
    expect(acts()).toEqual([]);
    session.chooser?.go?.(wasteful);
    await next(7, "here");
    expect(acts()).toEqual(["take", "here"]);
  });
});
