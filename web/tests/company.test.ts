import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Comings from "../src/play/Comings.svelte";
import People from "../src/play/People.svelte";
import SeatTools from "../src/play/SeatTools.svelte";
import ProposalBar from "../src/play/ProposalBar.svelte";
import Talk from "../src/play/Talk.svelte";
import type { ServerMessage, StateMessage, TalkLine } from "../src/lib/protocol";
import { forgetSeat, heldAt, saveTable } from "../src/lib/saved";
import { mergeTalk, outcome } from "../src/lib/store";
import { TableSession } from "../src/lib/table.svelte";
import { text } from "../src/lib/text";
import { FakeSocket } from "./fakeSocket";
import { state } from "./samples";

let session: TableSession;

const said = (number: number, seat: number, name: string, words: string): TalkLine => ({
  number,
  seat,
  name,
  text: words,
  at: 0,
});
const hear = (message: ServerMessage) => {
  FakeSocket.last.say(message);
  flushSync();
};
/** The session's state after it heard one with these changes. */
const now = (changes: Partial<StateMessage>): StateMessage => {
  hear(state(changes));
  if (!session.state) throw new Error("no state");
  return session.state;
};
const table = (changes: Partial<StateMessage["table"]>) => ({ ...state().table, ...changes });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  localStorage.clear();
  FakeSocket.all = [];
  session = new TableSession("t1", "token", FakeSocket.make);
  session.open();
  FakeSocket.last.accept();
});

afterEach(() => {
  cleanup();
  session.close();
  vi.unstubAllGlobals();
});

describe("talk", () => {
  it("takes each line once, and counts those of others until they are seen", () => {
    const lines = [said(1, 0, "Ana", "hi"), said(2, 1, "Ben", "hello")];
    expect(mergeTalk(lines, [said(2, 1, "Ben", "hello"), said(3, -1, "", "x")])).toHaveLength(3);
    const shown = now({});
    hear({ type: "talk", lines });
    expect(session.unread).toBe(1);
    expect(session.polite).toContain("Ben: hello");
    render(Talk, { session, state: shown });
    flushSync();
    expect(session.unread).toBe(0);
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });

  it("has phrases for those who play", async () => {
    render(Talk, { session, state: now({}) });
    await press(text.company.phrases[0] ?? "");
    expect(FakeSocket.last.lastOf("say")).toMatchObject({ text: text.company.phrases[0], seat: 0 });
  });

  it("says it from the seat looked at, and keeps what was refused", async () => {
    render(Talk, { session, state: now({ mine: [0, 1], seat: 1, asked: [1] }) });
    const field = screen.getByLabelText(text.company.say);
    await fireEvent.input(field, { target: { value: "well played" } });
    await press(text.company.send);
    const message = FakeSocket.last.lastOf("say");
    expect(message).toMatchObject({ text: "well played", seat: 1 });
    hear({ type: "reject", id: message.id, version: 5, code: "silenced", message: "Muted." });
    await vi.waitFor(() => expect(session.refusal?.code).toBe("silenced"));
    expect((field as HTMLInputElement).value).toBe("well played");
  });
});

describe("people", () => {
  it("shows who is away, and votes for a bot to play for them", async () => {
    render(People, { session, state: now({ table: table({ away: [1] }) }) });
    await press(text.company.standInFor(session.name(1)));
    await vi.waitFor(() =>
      expect(FakeSocket.last.lastOf("stand_in")).toMatchObject({ seat: 0, who: 1 }),
    );
    expect(screen.queryByText(text.company.mute)).toBeNull();
  });

  it("lets the host mute", async () => {
    render(People, { session, state: now({ host: true }) });
    await press(text.company.mute);
    expect(FakeSocket.last.lastOf("mute")).toMatchObject({ who: 1, muted: true });
    await press(text.company.muteAll);
    expect(FakeSocket.last.lastOf("mute")).toMatchObject({ who: -1, muted: true });
  });

  it("hears who comes and goes without a new position", () => {
    now({});
    hear({ type: "table", table: table({ away: [1] }) });
    expect(session.state?.table.away).toEqual([1]);
    expect(session.state?.version).toBe(5);
  });

  it("offers to play again oneself, and the game that follows", async () => {
    const seats = state().table.seats.map((info) => ({
      ...info,
      stand_in: info.seat === 0 ? "greedy" : null,
    }));
    const { rerender } = render(Comings, { session, state: now({ table: table({ seats }) }) });
    await press(text.company.back);
    expect(FakeSocket.last.lastOf("back")).toMatchObject({ seat: 0 });
    await rerender({ session, state: now({ over: true, table: table({ next: "t2" }) }) });
    await press(text.company.goThere);
    expect(location.hash).toBe("#/t/t2/token");
  });
});

describe("seats before the game", () => {
  const open = { seat: 2, kind: "open", name: "", taken: false, bot: null } as const;
  const waiting = () =>
    table({ state: "waiting", seats: [...state().table.seats.slice(0, 2), open] });

  it("are renamed, changed, left and opened", async () => {
    render(SeatTools, { session, state: now({ host: true, view: null, table: waiting() }) });
    await fireEvent.input(screen.getByLabelText(text.company.name), { target: { value: "Zoe" } });
    await press(text.company.rename);
    expect(FakeSocket.last.lastOf("rename")).toMatchObject({ seat: 0, name: "Zoe" });
    await press(new RegExp(text.company.sitHere));
    expect(FakeSocket.last.lastOf("swap")).toMatchObject({ seat: 0, to: 2 });
    await press(text.company.leave);
    expect(FakeSocket.last.lastOf("leave")).toMatchObject({ seat: 0 });
    await press(/Ben/);
    expect(FakeSocket.last.lastOf("kick")).toMatchObject({ who: 1 });
  });

  it("that were left are forgotten, others are not", () => {
    const facts = { table: "t1", game: "pebbles", title: "Pebbles" };
    saveTable(facts, { token: "a", seats: [0], name: "Ana" });
    saveTable(facts, { token: "b", seats: [1], name: "Ben" });
    forgetSeat("t1", "a");
    expect(heldAt("t1").map((held) => held.token)).toEqual(["b"]);
    forgetSeat("t1", "b");
    expect(heldAt("t1")).toEqual([]);
  });
});

describe("what somebody asks the others for", () => {
  const proposal = { number: 7, what: "undo", seat: 1, asked: [0] } as const;
  const show = (changes: Partial<StateMessage>) =>
    render(ProposalBar, { session, state: now(changes) });

  it("is answered by who is asked", async () => {
    show({ table: table({ proposal: { ...proposal, asked: [0] } }) });
    expect(screen.getByText(/Ben asks to take back/)).toBeTruthy();
    void press(text.proposal.agree);
    await Promise.resolve();
    expect(FakeSocket.last.lastOf("vote")).toMatchObject({ seat: 0, number: 7, agree: true });
  });

  it("is withdrawn by who asks", async () => {
    show({ table: table({ proposal: { ...proposal, seat: 0, asked: [1] } }) });
    expect(screen.getByText(text.proposal.waits.undo("Ben"))).toBeTruthy();
    void press(text.proposal.withdraw);
    await Promise.resolve();
    expect(FakeSocket.last.lastOf("vote")).toMatchObject({ seat: 0, number: 7, agree: false });
  });

  it("may be to end the game", async () => {
    const shown = now({});
    render(People, { session, state: shown });
    await press(text.proposal.end);
    expect(screen.getByText(text.proposal.endHelp(true))).toBeTruthy();
    await press(text.play.notNow);
    expect(FakeSocket.last.sent.map(({ type }) => type)).not.toContain("propose");
    await press(text.proposal.end);
    void press(text.proposal.endNow(true));
    await Promise.resolve();
    expect(FakeSocket.last.lastOf("propose")).toMatchObject({ seat: 0, what: "end" });
    cleanup();
    show({ table: table({ proposal: { ...proposal, asked: [0], what: "end" } }) });
    expect(screen.getByText(/Ben asks to end the game here/)).toBeTruthy();
    cleanup();
    render(People, { session, state: now({ over: true, table: table({ state: "over" }) }) });
    expect(screen.queryByRole("button", { name: text.proposal.end })).toBeNull();
    expect(outcome(now({ over: true, ranking: null }))).toBe(text.end.early);
  });

  it("offers nothing to who has agreed, who watches, or where nothing is asked", () => {
    show({ table: table({ proposal: { ...proposal, asked: [2] } }) });
    expect(screen.queryByRole("button")).toBeNull();
    cleanup();
    show({ mine: [], seat: -1, table: table({ proposal: { ...proposal, asked: [0] } }) });
    expect(screen.queryByRole("button")).toBeNull();
    cleanup();
    show({ table: table({ proposal: null }) });
    expect(screen.queryByRole("group")).toBeNull();
  });
});
