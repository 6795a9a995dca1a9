// Whether the deal of a game is the one that was promised before the first move.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { read, write } from "./storage.svelte";

/** What the server tells of its pledge; seed and salt when the game is over. */
export interface Fairness {
  pledge: string | null;
  /** What the pledge is for, as the text that was promised. */
  deal: string | null;
  seed_hash: string;
  seed: string | null;
  salt: string | null;
}

/** The pledge of a table as this device saw it first. */
export interface NotedPledge {
  table: string;
  pledge: string;
  /** How many steps had been taken then. */
  version: number;
}

/** What can be said about a game's deal. */
export type Verdict = "none" | "open" | "kept" | "broken" | "exchanged";

const PLEDGES = "wardround.pledges";
const MOST_PLEDGES = 500;

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

const isNoted = (entry: unknown): entry is NotedPledge =>
  typeof entry === "object" && entry !== null && "table" in entry && "pledge" in entry;

function allNoted(): NotedPledge[] {
  const noted = read(PLEDGES);
  return Array.isArray(noted) ? noted.filter(isNoted) : [];
}

/** The pledge that this device noted when it first saw the table; null if it never did. */
export const notedPledge = (table: string) =>
  allNoted().find((entry) => entry.table === table) ?? null;

/** Notes the pledge of a table, once: what comes later is held to it. */
export function notePledge(table: string, pledge: string, version: number): void {
  const before = allNoted();
  if (before.some((entry) => entry.table === table)) return;
  write(PLEDGES, [{ table, pledge, version }, ...before].slice(0, MOST_PLEDGES));
}
