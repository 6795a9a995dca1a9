import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  backoff,
  CHECK_EVERY_MS,
  Connection,
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  PING_EVERY_MS,
  RESEND_AFTER_MS,
  SILENCE_MS,
  type Link,
} from "../src/lib/connection";
import type { ServerMessage } from "../src/lib/protocol";
import { FakeSocket } from "./fakeSocket";
import { state } from "./samples";

let links: Link[];
let heard: ServerMessage[];
let have: number;
let visible: boolean;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  links = [];
  heard = [];
  have = -1;
  visible = true;
  connection = new Connection({
    url: "ws://table",
    token: "secret",
    have: () => have,
    seat: () => null,
    visible: () => visible,
    onMessage: (message) => heard.push(message),
    onLink: (link) => links.push(link),
    makeSocket: FakeSocket.make,
  });
  connection.open();
});

afterEach(() => {
  vi.unstubAllGlobals();
  connection.close();
  vi.useRealTimers();
});

const act = () => connection.request({ type: "act", seat: 0, expected: 5, action: "take" });

it("asks also where the page is insecure and has no crypto.randomUUID", () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  FakeSocket.last.accept();
  void act();
  void act();
  const ids = FakeSocket.last.sent.flatMap((message) => ("id" in message ? [message.id] : []));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\w-]{32}$/);
});

describe("greeting", () => {
  it("says who it is and what it has, before anything else", () => {
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toEqual([
      { type: "hello", token: "secret", have: -1, seat: null, changes: true, visible: true },
    ]);
    expect(links).toEqual(["connecting", "open"]);
  });

  it("says the version it has when it comes back", () => {
    FakeSocket.last.accept();
    have = 41;
    FakeSocket.last.break();
    vi.advanceTimersByTime(FIRST_WAIT_MS);
    FakeSocket.last.accept();
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.lastOf("hello").have).toBe(41);
  });
});

describe("reconnecting", () => {
  it("waits longer each time, up to a limit", () => {
    expect([0, 1, 2].map(backoff)).toEqual([400, 800, 1600]);
    expect(backoff(50)).toBe(LONGEST_WAIT_MS);
    for (const attempt of [0, 1, 2]) {
      FakeSocket.last.break();
      vi.advanceTimersByTime(backoff(attempt) - 1);
      expect(FakeSocket.all).toHaveLength(attempt + 1);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(attempt + 2);
    }
  });

  it("starts over with short waits after a state has come", () => {
    FakeSocket.last.break();
    vi.advanceTimersByTime(backoff(0));
    FakeSocket.last.accept();
    FakeSocket.last.say(state());
    FakeSocket.last.break();
    vi.advanceTimersByTime(backoff(0));
    expect(FakeSocket.all).toHaveLength(3);
  });

  it("connects at once when asked to", () => {
    FakeSocket.last.break();
    connection.reconnectNow();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("stays closed after close", () => {
    FakeSocket.last.accept();
    connection.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(links.at(-1)).toBe("closed");
  });

  it("gives a silent connection up and takes a new one", () => {
    FakeSocket.last.accept();
    vi.advanceTimersByTime(SILENCE_MS + CHECK_EVERY_MS);
    expect(links).toContain("lost");
    vi.advanceTimersByTime(FIRST_WAIT_MS);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("pings", () => {
    FakeSocket.last.accept();
    vi.advanceTimersByTime(PING_EVERY_MS + CHECK_EVERY_MS);
    expect(FakeSocket.last.count("ping")).toBe(1);
  });
});

describe("requests", () => {
  it("resolve with the answer of the same id", async () => {
    FakeSocket.last.accept();
    const answer = act();
    const { id } = FakeSocket.last.lastOf("act");
    FakeSocket.last.say({ type: "ack", id: "another", version: 6 });
    FakeSocket.last.say({ type: "ack", id, version: 6 });
    expect(await answer).toEqual({ type: "ack", id, version: 6 });
  });

  it("resolve with a refusal and its clause", async () => {
    FakeSocket.last.accept();
    const answer = act();
    const { id } = FakeSocket.last.lastOf("act");
    const reject = {
      type: "reject",
      id,
      version: 5,
      code: "illegal",
      message: "No.",
      clause: "X-1",
    };
    FakeSocket.last.say(reject as ServerMessage);
    expect(await answer).toEqual(reject);
  });

  it("have ids of their own", () => {
    FakeSocket.last.accept();
    void act();
    const first = FakeSocket.last.lastOf("act").id;
    void act();
    expect(FakeSocket.last.lastOf("act").id).not.toBe(first);
  });

  it("are sent again with the same id until they are answered", () => {
    FakeSocket.last.accept();
    void act();
    const { id } = FakeSocket.last.lastOf("act");
    vi.advanceTimersByTime(RESEND_AFTER_MS + CHECK_EVERY_MS);
    expect(FakeSocket.last.count("act")).toBe(2);
    expect(FakeSocket.last.lastOf("act").id).toBe(id);
    FakeSocket.last.say({ type: "ack", id, version: 6 });
    vi.advanceTimersByTime(3 * RESEND_AFTER_MS);
    expect(FakeSocket.last.count("act")).toBe(2);
  });

  it("made while the link is down are sent when it is back", () => {
    FakeSocket.last.accept();
    FakeSocket.last.break();
    void act();
    vi.advanceTimersByTime(FIRST_WAIT_MS);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent.map((message) => message.type)).toEqual(["hello", "act"]);
  });

  it("that only ask are not sent again", async () => {
    FakeSocket.last.accept();
    const answer = connection.request({ type: "why", seat: 0, spot: "bed" });
    vi.advanceTimersByTime(2 * RESEND_AFTER_MS);
    expect(FakeSocket.last.count("why")).toBe(1);
    FakeSocket.last.break();
    expect(await answer).toBeNull();
  });
});

it("ignores what is no message", () => {
  FakeSocket.last.accept();
  for (const data of ["", "{", "[]", "null", '{"type":3}'])
    FakeSocket.last.onmessage?.(new MessageEvent("message", { data }));
  expect(heard).toEqual([]);
});
