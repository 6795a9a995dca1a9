import { words } from "./words";

const NOT_SOLO = new Set(["administrators", "final_round_collections", "most_discharged_tie"]);
const NEEDS_OTHERS = new Set(["activation"]);
const ONLY_SOLO = new Set(["solo_fatality_penalty", "solo_report_penalty"]);

/** Why an option changes nothing with this number of players; empty if it may change something. */
export function unfitForDiceHospital(option: string, players: number): string {
  if (players === 1 && NOT_SOLO.has(option)) return words.unfit.notSolo;
  if (players === 1 && NEEDS_OTHERS.has(option)) return words.unfit.oneHospital;
  if (players > 1 && ONLY_SOLO.has(option)) return words.unfit.onlySolo;
  return "";
}
