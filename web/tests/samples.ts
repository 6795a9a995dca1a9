// Small messages for the tests, in the shape that the server sends.
import type { Choice, LogLine, StateMessage, TableInfo } from "../src/lib/protocol";

export const choice = (notation: string, spots: string[] = [], group = ""): Choice => ({
  action: notation.length,
  notation,
  label: `Label of ${notation}`,
  sentence: `Sentence of ${notation}.`,
  spots,
  group,
});

export const line = (version: number, text = `line ${version}`): LogLine => ({
  version,
  seat: 0,
  text,
  private: false,
});

const table: TableInfo = {
  table: "t1",
  game: "pebbles",
  options: {},
  seats: [
    { seat: 0, kind: "me", name: "Ana", taken: true, bot: null },
    { seat: 1, kind: "device", name: "Ben", taken: true, bot: null },
    { seat: 2, kind: "bot", name: "", taken: true, bot: "random" },
  ],
  state: "playing",
  seed_hash: "abc",
  version: 5,
};

export const state = (changes: Partial<StateMessage> = {}): StateMessage => ({
  type: "state",
  protocol: 1,
  build: "b1",
  version: 5,
  table,
  seat: 0,
  mine: [0],
  view: { seats: [] },
  asked: [0],
  status: "Ana is asked.",
  prompt: "Take a pebble.",
  choices: [],
  undo: { allowed: false, reason: "nothing was done", what: "" },
  log_from: 0,
  log: [],
  over: false,
  scores: null,
  ranking: null,
  ...changes,
});
