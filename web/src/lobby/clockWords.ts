// What is said about a clock with times of one's own.

import type { Unit } from "./clocks";

export const words = {
  move: "Free time for each turn",
  reserve: "Reserve for the whole game",
  unitOf: (what: string) => `Unit: ${what}`,
  units: { seconds: "seconds", minutes: "minutes", hours: "hours", days: "days" } satisfies Record<
    Unit,
    string
  >,
  none: "A turn of at most 14 days, a reserve of at most 30, and at least one second of either.",
};
