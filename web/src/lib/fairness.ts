// Whether the deal of a game is the one that was promised before the first move.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { NotedPledge } from "./pledges";

/** What the server tells of its pledge; seed and salt when the game is over. */
export interface Fairness {
  pledge: string | null;
  /** What the pledge is for, as the text that was promised. */
  deal: string | null;
  seed_hash: string | null;
  seed: string | null;
  salt: string | null;
}

/** What can be said about a game's deal. */
export type Verdict = "none" | "open" | "kept" | "broken" | "exchanged";

/** The hash of salt, seed and deal, each one line. The library works on insecure pages, too. */
export const pledgeHash = (salt: string, seed: string, deal: string) =>
  bytesToHex(sha256(utf8ToBytes(`${salt}\n${seed}\n${deal}`)));

/** Whether the pledge was kept, as far as can be told now. */
export function verdict(told: Fairness, noted: NotedPledge | null, over: boolean): Verdict {
  const { pledge, deal, seed, salt } = told;
  if (noted && noted.pledge !== pledge) return "exchanged";
  if (pledge === null || deal === null) return "none";
  if (seed === null || salt === null) return over ? "broken" : "open";
  return pledgeHash(salt, seed, deal) === pledge ? "kept" : "broken";
}
