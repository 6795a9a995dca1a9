import { paceInWords } from "../lib/clock";
import type { Pace } from "../lib/protocol";
import { readChoice, writeChoice } from "../lib/saved";
import { text } from "../lib/text";

const DAY = 86_400;
const KEY = "clock";

/** The clocks that are offered, the usual one first. */
export const CLOCKS = {
  none: null,
  quick: { move: 30, reserve: 300 },
  steady: { move: 60, reserve: 600 },
  game: { move: 0, reserve: 1800 },
  days: { move: DAY, reserve: 3 * DAY },
} as const satisfies Record<string, Pace | null>;

export type ClockName = keyof typeof CLOCKS;

export const CLOCK_NAMES = Object.keys(CLOCKS) as ClockName[];

/** What a clock is called. */
export function clockTitle(name: ClockName): string {
  const pace = CLOCKS[name];
  return pace ? paceInWords(pace) : text.setUp.noClock;
}

/** The clock of the last table that was set up on this device. */
export const lastClock = () => readChoice(KEY, CLOCK_NAMES);

export const keepClock = (name: ClockName) => writeChoice(KEY, name);
