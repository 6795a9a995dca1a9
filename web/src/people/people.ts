// What the server tells of the person who is signed in on this device.

import { call, FORGED, toProblem } from "../lib/api";
import { readName, savedTables, signedIn, writeName, writeSignedIn } from "../lib/saved";

export interface Person {
  id: string;
  name: string;
  /** When the name was chosen, in seconds since 1970. */
  created: number;
}

/** A device that somebody is signed in on. */
export interface Session {
  number: number;
  began: number;
  seen: number;
  mine: boolean;
}

/** Seats of one's own at a table, held by one token. */
export interface OwnSeats {
  token: string;
  seats: number[];
  names: string[];
}

export interface OwnTable {
  table: string;
  game: string;
  state: "waiting" | "playing" | "over";
  touched: number;
  held: OwnSeats[];
}

/** A rating in points, and half of its 95 % interval. */
export interface Rating {
  value: number;
  spread: number;
}

export interface PlayedSeat {
  seat: number;
  /** null: the name was deleted. */
  name: string | null;
  bot: string | null;
  mine: boolean;
  points: number;
  /** null: the game was ended early. */
  rank: number | null;
}

export interface PlayedGame {
  number: number;
  table: string;
  game: string;
  players: number;
  rated: boolean;
  early: boolean;
  ended: number;
  /** Whether the table can still be looked at. */
  kept: boolean;
  seats: PlayedSeat[];
  rating: Rating | null;
}

export interface Statistics {
  game: string;
  players: number;
  games: number;
  wins: number;
  mean: number | null;
  rating: (Rating & { games: number; sure: boolean }) | null;
  course: number[];
}

/** Games on a page of the history. */
export const PAGE = 50;
/** Seats that are linked by one request. */
const AT_ONCE = 100;
const me = "people/me";

interface Settings {
  method?: string;
  body?: unknown;
}

/** Asks as the person who is signed in here. Who is signed in no more is forgotten here. */
async function ask<T>(path: string, settings: Settings = {}): Promise<T> {
  try {
    return await call<T>(path, { ...settings, token: signedIn()?.token });
  } catch (error) {
    if (toProblem(error).code === FORGED) writeSignedIn(null);
    throw error;
  }
}

function arrive({ person, token }: { person: Person; token: string }): void {
  writeSignedIn({ token, name: person.name });
  if (!readName()) writeName(person.name);
}

/** Chooses a name; the recovery code, which the server tells this once. */
export async function chooseName(name: string): Promise<string> {
  const body = { name };
  const chosen = await call<{ person: Person; token: string; code: string }>("people", {
    method: "POST",
    body,
  });
  arrive(chosen);
  return chosen.code;
}

export async function signIn(code: string): Promise<void> {
  arrive(await call("people/sign-in", { method: "POST", body: { code } }));
}

export const aboutMe = () => ask<{ person: Person; sessions: Session[] }>(me);
export const myTables = () => ask<OwnTable[]>(`${me}/tables`);
export const myStatistics = () => ask<Statistics[]>(`${me}/statistics`);
export const myGames = (before?: number) =>
  ask<PlayedGame[]>(`${me}/games${before === undefined ? "" : `?before=${before}`}`);

export async function rename(name: string): Promise<Person> {
  const { person } = await ask<{ person: Person }>(`${me}/name`, {
    method: "POST",
    body: { name },
  });
  const token = signedIn()?.token;
  if (token) writeSignedIn({ token, name: person.name });
  return person;
}

export const newCode = async () =>
  (await ask<{ code: string }>(`${me}/code`, { method: "POST" })).code;

export const signOutElsewhere = () => ask(`${me}/sessions`, { method: "DELETE" });

/** Ends a session; that of this device is then forgotten here as well. */
export async function signOut({ number, mine }: Session): Promise<void> {
  await ask(`${me}/sessions/${number}`, { method: "DELETE" });
  if (mine) writeSignedIn(null);
}

/** Deletes everything about the person who is signed in. */
export async function forgetMe(): Promise<void> {
  await ask(me, { method: "DELETE" });
  writeSignedIn(null);
}

/** The seats of this device that are linked to no name that is known here. */
export function unlinked(known: OwnTable[]): { table: string; token: string }[] {
  const linked = new Set(known.flatMap(({ held }) => held.map(({ token }) => token)));
  return savedTables().flatMap(({ table, held }) =>
    held.filter(({ token }) => !linked.has(token)).map(({ token }) => ({ table, token })),
  );
}

/** Links seats of this device; how many tables are linked now. */
export async function link(seats: { table: string; token: string }[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < seats.length; at += AT_ONCE) {
    const body = { seats: seats.slice(at, at + AT_ONCE) };
    const { linked } = await ask<{ linked: Record<string, boolean> }>(`${me}/seats`, {
      method: "POST",
      body,
    });
    count += Object.values(linked).filter(Boolean).length;
  }
  return count;
}

/** Everything about the person who is signed in, as the text of a file. */
export const everything = async () =>
  JSON.stringify(await ask<object>(`${me}/everything`), null, 1);
