// The words of the curves, which only the end of a game shows.

import { printed } from "../lib/numbers";

export const words = {
  title: "How the points grew",
  slider: "Points over the moves",
  help: "Point at a place, or move with the arrow keys; a press, or Enter, shows the position.",
  at: (version: number, round: number, standing: string) =>
    `Move ${version}${round > 0 ? `, round ${round}` : ""}: ${standing}`,
  seat: (name: string, points: number) => `${name}: ${printed(points)}`,
  table: "As a table",
  move: (version: number) => `Move ${version}`,
  round: (round: number, version: number) => `Round ${round}, from move ${version}`,
  end: "At the end",
};
