import { afterEach, beforeEach, expect, it, vi } from "vitest";

const started: { frequency: number; gain: number }[] = [];
let state = "running";

class FakeContext {
  currentTime = 1;
  destination = {};
  get state() {
    return state;
  }
  resume = () => Promise.reject(new Error("not before a press"));
}

class FakeNode {
  gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  target: FakeNode | undefined;
  constructor(
    _context: unknown,
    private readonly options: { frequency?: number },
  ) {}
  connect(target: FakeNode) {
    this.target = target;
    return target;
  }
  start() {
    const gain = this.target?.gain.exponentialRampToValueAtTime.mock.calls[0]?.[0] as number;
    started.push({ frequency: this.options.frequency ?? 0, gain });
  }
  stop() {}
}

beforeEach(() => {
  vi.resetModules();
  started.length = 0;
  state = "running";
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("OscillatorNode", FakeNode);
  vi.stubGlobal("GainNode", FakeNode);
});

afterEach(() => vi.unstubAllGlobals());

const load = async () => (await import("../src/lib/sounds")).play;

it("is silent when off", async () => {
  const play = await load();
  play("turn", { sound: "off" });
  expect(started).toEqual([]);
});

it("is louder on than soft, and tells turn, move and end apart", async () => {
  const play = await load();
  const heard = (sound: "move" | "turn" | "end", loudness: "soft" | "on") => {
    started.length = 0;
    play(sound, { sound: loudness });
    return [...started];
  };
  const gain = (loudness: "soft" | "on") => heard("move", loudness).map((tone) => tone.gain);
  expect(Math.min(...gain("on"))).toBeGreaterThan(Math.max(...gain("soft")));
  expect(heard("turn", "on").length).toBe(2);
  expect(heard("end", "on").length).toBe(4);
});

it("drops the sound of a move that the browser does not allow yet", async () => {
  const play = await load();
  state = "suspended";
  play("move", { sound: "on" });
  expect(started).toEqual([]);
});

it("does nothing where a browser has no sound", async () => {
  vi.stubGlobal("AudioContext", undefined);
  const play = await load();
  expect(() => play("end", { sound: "on" })).not.toThrow();
});
