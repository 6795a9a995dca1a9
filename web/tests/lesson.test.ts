// The guided first game: what it marks, what a press means, what is said, and leaving it.

import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LessonInfo, ServerMessage } from "../src/lib/protocol";
import { pieceAttributes } from "../src/lib/pieces.svelte";
import { TableSession } from "../src/lib/table.svelte";
import { FakeSocket } from "./fakeSocket";
import { choice, state } from "./samples";

let session: TableSession;
const place = choice("place", ["card/1", "card/2"]);
const swap = choice("swap", ["card/1", "card/2"]);

const hear = (message: ServerMessage) => {
  FakeSocket.last.say(message);
  flushSync();
};

const taught = (changes: Partial<LessonInfo> = {}): LessonInfo => ({
  step: 1,
  steps: 10,
  over: false,
  text: "Place **red 4**.",
  action: "place",
  look: [],
  ...changes,
});

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

it("gives the star to what is asked for and marks its pieces", () => {
  hear(state({ choices: [place, swap], lesson: taught({ look: ["row"] }) }));
  expect(session.advised).toBe("place");
  expect(["card/1", "card/2", "row", "bag"].map((spot) => session.lessonAt(spot))).toEqual([
    "do",
    "do",
    "look",
    undefined,
  ]);
  const named = pieceAttributes(session, "card/1", "Red 4");
  expect(named["aria-label"]).toBe("Red 4, can be chosen, asked for now");
  expect(named["data-lesson"]).toBe("do");
  expect(pieceAttributes(session, "row", "The row")["aria-label"]).toBe("The row, look here");
});

it("means only those pieces of a choice that the step says to look at", () => {
  hear(state({ choices: [place, swap], lesson: taught({ look: ["card/2"] }) }));
  expect([session.lessonAt("card/1"), session.lessonAt("card/2")]).toEqual([undefined, "do"]);
});

it("does what is asked for where a piece stands for several choices", () => {
  hear(state({ choices: [place, swap], lesson: taught({ look: ["card/2"] }) }));
  session.pickSpot("card/1", "Red 1");
  expect(session.chooser?.choices).toHaveLength(2);
  session.pickSpot("card/2", "Red 4");
  expect(FakeSocket.last.lastOf("act")).toMatchObject({ action: "place" });
});

it("reads a new step aloud once, without its marks", () => {
  hear(state({ choices: [place], lesson: taught() }));
  expect(session.polite).toContain("Place red 4.");
  hear(state({ version: 6, choices: [place], prompt: "Where?", lesson: taught() }));
  expect(session.polite).not.toContain("Place red 4.");
  hear(state({ version: 7, choices: [place], lesson: taught({ step: 2, text: "Go on." }) }));
  expect(session.polite).toContain("Go on.");
});

it("points at nothing while others play, in the past, and at other tables", () => {
  hear(state({ choices: [place], lesson: taught({ text: "", action: null }) }));
  expect([session.meant, session.advised]).toEqual([null, null]);
  hear(state({ version: 6, choices: [place], lesson: taught() }));
  expect(session.meant).toEqual(place);
  session.past = { version: 1, view: {} };
  expect([session.lesson, session.meant]).toEqual([null, null]);
  session.past = null;
  hear(state({ version: 7, choices: [place], lesson: null }));
  expect([session.lesson, session.lessonAt("card/1")]).toEqual([null, undefined]);
});

it("is left by a message, and a refusal is shown", async () => {
  hear(state({ choices: [place], lesson: taught() }));
  void session.leaveLesson();
  const { id } = FakeSocket.last.lastOf("leave_lesson");
  expect(FakeSocket.last.lastOf("leave_lesson")).toMatchObject({ seat: 0 });
  hear({ type: "reject", id, version: 5, code: "no_lesson", message: "This is no guided game." });
  await vi.advanceTimersByTimeAsync(10);
  expect(session.refusal?.message).toBe("This is no guided game.");
});
