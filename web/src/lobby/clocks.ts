import { paceInWords } from "../lib/clock";
import type { Pace } from "../lib/protocol";
import { readChoice, readPace, writeChoice, writePace } from "../lib/saved";
import { text } from "../lib/text";

const DAY = 86_400;
const KEY = "clock";
export const OWN = "own";
/** Seconds of the longest free time for a turn, and of the longest reserve, that the server takes. */
export const LONGEST: Pace = { move: 14 * DAY, reserve: 30 * DAY };
const FIRST_OWN: Pace = { move: 120, reserve: 900 };

/** The clocks that are offered, the usual one first. */
export const CLOCKS = {
  none: null,
  quick: { move: 30, reserve: 300 },
  steady: { move: 60, reserve: 600 },
  game: { move: 0, reserve: 1800 },
  days: { move: DAY, reserve: 3 * DAY },
} as const satisfies Record<string, Pace | null>;

export type ClockName = keyof typeof CLOCKS | typeof OWN;

export const CLOCK_NAMES = [...Object.keys(CLOCKS), OWN] as ClockName[];

/** What a clock is called. */
export function clockTitle(name: ClockName): string {
  if (name === OWN) return text.setUp.ownClock;
  const pace = CLOCKS[name];
  return pace ? paceInWords(pace) : text.setUp.noClock;
}

/** The clock of the last table that was set up on this device. */
export const lastClock = () => readChoice(KEY, CLOCK_NAMES);

/** The own times that were used last on this device. */
export const lastPace = (): Pace => {
  const pace = readPace();
  return pace && isPace(pace) ? pace : FIRST_OWN;
};

/** Whether the server takes these times. */
export const isPace = ({ move, reserve }: Pace) =>
  within(move, LONGEST.move) && within(reserve, LONGEST.reserve) && move + reserve > 0;

const within = (seconds: number, longest: number) =>
  Number.isInteger(seconds) && seconds >= 0 && seconds <= longest;

export function keepClock(name: ClockName, own: Pace): void {
  writeChoice(KEY, name);
  if (name === OWN) writePace(own);
}

/** The clock of a table; null: none. */
export const paceOf = (name: ClockName, own: Pace): Pace | null =>
  name === OWN ? own : CLOCKS[name];

/** The units in which own times are given, the smallest first. */
export const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: DAY } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as Unit[];

/** The largest unit in which a time is a whole number. */
export function unitOf(seconds: number): Unit {
  if (seconds === 0) return "minutes";
  return UNIT_NAMES.findLast((unit) => seconds % UNITS[unit] === 0) ?? "seconds";
}
