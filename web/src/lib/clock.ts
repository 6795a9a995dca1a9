// A table's clock: what is left of the time that was told, and how times are written.

import { plural, text } from "./text";
import type { Pace, TimeLeft, Times } from "./protocol";

/** What the seats had left, and when this page heard of it, on the clock of performance.now(). */
export interface Told extends Times {
  at: number;
}

/** Milliseconds from which on time is short. */
export const SHORT_MS = 30_000;

const SECOND = 1000;
const UNITS = [
  [86_400, "day", "days"],
  [3600, "hour", "hours"],
  [60, "minute", "minutes"],
  [1, "second", "seconds"],
] as const;

/** What `seat` has left at the moment `now`: its free time goes first. null: it has no clock. */
export function leftAt(told: Told, seat: number, now: number): TimeLeft | null {
  const then = told.seats[seat];
  if (!then) return null;
  const passed = told.running.includes(seat) ? Math.max(0, now - told.at) : 0;
  const free = Math.max(0, then.free - passed);
  const reserve = Math.max(0, then.reserve - Math.max(0, passed - then.free));
  return { free, reserve };
}

/** How far the time of `seat` has gone, while it runs. */
export function stageAt(told: Told, seat: number, now: number): "" | "short" | "out" {
  const left = told.running.includes(seat) ? leftAt(told, seat, now) : null;
  if (!left) return "";
  const all = left.free + left.reserve;
  return all === 0 ? "out" : all <= SHORT_MS ? "short" : "";
}

/** The seats whose time is used up. */
export const outAt = (told: Told, now: number): number[] =>
  told.running.filter((seat) => stageAt(told, seat, now) === "out");

/** A time as a clock shows it: 0:27, 12:05, 5 h 07, 2 d 3 h. A second that has begun counts. */
export function shown(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / SECOND);
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  const two = (number: number) => String(number).padStart(2, "0");
  if (days > 0) return text.clock.days(days, hours % 24);
  if (hours > 0) return text.clock.hours(hours, two(minutes % 60));
  return `${minutes}:${two(seconds % 60)}`;
}

/** What is left of free time and reserve, as a clock shows it. */
export function shownLeft({ free, reserve }: TimeLeft): string {
  if (free === 0 || reserve === 0) return shown(free + reserve);
  return `${shown(free)} + ${shown(reserve)}`;
}

/** A time in words: 1 minute 30 seconds. */
export function spelled(seconds: number): string {
  let rest = seconds;
  const words = UNITS.flatMap(([unit, one, many]) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return count > 0 ? [plural(count, one, many)] : [];
  });
  return words.join(" ");
}

/** How long each seat may think, in words. */
export function paceInWords({ move, reserve }: Pace): string {
  if (move === 0) return text.clock.game(spelled(reserve));
  return text.clock.turn(spelled(move), reserve > 0 ? spelled(reserve) : "");
}
