// The pledges of tables as this device saw them first.

import { read, write } from "./storage.svelte";

/** The pledge of a table as this device saw it first. */
export interface NotedPledge {
  table: string;
  pledge: string;
  /** How many steps had been taken then. */
  version: number;
}

const PLEDGES = "wardround.pledges";
const MOST_PLEDGES = 500;

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
