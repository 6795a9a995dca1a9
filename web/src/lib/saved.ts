// What this browser remembers: tables and the own seats at them, settings, the player's name.

import type { Pace } from "./protocol";
import { read, write } from "./storage.svelte";

/** Seats at a table that this device holds by one token. */
export interface HeldSeats {
  token: string;
  /** The numbers of the seats; empty until the server has told. */
  seats: number[];
  name: string;
}

export interface SavedTable {
  table: string;
  game: string;
  title: string;
  when: number;
  held: HeldSeats[];
}

/** What is known of a table when seats at it are remembered. */
export type TableFacts = Pick<SavedTable, "table" | "game" | "title">;

/** Milliseconds for which each move of others can be shown; 0: the newest position at once. */
export const PACES = [0, 300, 450, 700] as const;
export const SOUNDS = ["off", "soft", "on"] as const;

export interface Settings {
  animation: "normal" | "off";
  pace: (typeof PACES)[number];
  sound: (typeof SOUNDS)[number];
  confirm: boolean;
  /** Whether one is asked once more before something valuable is left unused. */
  warnings: boolean;
  /** Whether keys of one letter do something. */
  letters: boolean;
  openHands: boolean;
  /** Whether the browser shows that it is one's turn while the page is in the background. */
  notify: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  animation: "normal",
  pace: 450,
  sound: "off",
  confirm: false,
  warnings: true,
  letters: true,
  openHands: false,
  notify: false,
};

const TABLES = "wardround.tables";
const SETTINGS = "wardround.settings";
const NAME = "wardround.name";
const PERSON = "wardround.person";
/** A forgotten table is a lost seat, so there is room for many. */
const MOST_TABLES = 500;

/** The tables of this device, newest first. */
export function savedTables(): SavedTable[] {
  const tables = read(TABLES);
  return Array.isArray(tables) ? tables.flatMap(tableFrom) : [];
}

/** A stored table, also as the first release wrote it (with one token); nothing if it is neither. */
function tableFrom(stored: unknown): SavedTable[] {
  if (!stored || typeof stored !== "object") return [];
  const { table, game, title, when, held, token } = stored as Record<string, unknown>;
  if (typeof table !== "string") return [];
  const found = Array.isArray(held) ? held.flatMap(heldFrom) : heldFrom({ token });
  const word = (value: unknown) => (typeof value === "string" ? value : "");
  return [{ table, game: word(game), title: word(title), when: Number(when) || 0, held: found }];
}

function heldFrom(stored: unknown): HeldSeats[] {
  if (!stored || typeof stored !== "object") return [];
  const { token, seats, name } = stored as Record<string, unknown>;
  if (typeof token !== "string") return [];
  const numbers = Array.isArray(seats) ? seats.filter((seat) => Number.isInteger(seat)) : [];
  return [{ token, seats: numbers as number[], name: typeof name === "string" ? name : "" }];
}

/** The seats that this device holds at `table`, in the order in which they were taken. */
export function heldAt(table: string): HeldSeats[] {
  return savedTables().find((entry) => entry.table === table)?.held ?? [];
}

/** Whether this device has seats at a table other than `here`, or somebody is signed in on it. */
export const hasOtherTables = (here?: string) =>
  signedIn() !== null || savedTables().some(({ table, held }) => table !== here && held.length > 0);

/** Remembers a table, newest first, and own seats beside the others there. */
export function saveTable(facts: TableFacts, seats: HeldSeats | null, when = Date.now()): void {
  const tables = savedTables();
  const before = tables.find((entry) => entry.table === facts.table);
  const entry = {
    table: facts.table,
    game: facts.game || (before?.game ?? ""),
    title: facts.title || (before?.title ?? ""),
    when,
    held: withSeats(before?.held ?? [], seats),
  };
  const others = tables.filter((other) => other !== before);
  write(TABLES, [entry, ...others].slice(0, MOST_TABLES));
}

/** What is known better of a token takes the place of what was. */
function withSeats(held: HeldSeats[], seats: HeldSeats | null): HeldSeats[] {
  if (!seats) return held;
  const same = held.find((other) => other.token === seats.token);
  if (!same) return [...held, seats];
  return held.map((other) => (other === same && seats.seats.length > 0 ? seats : other));
}

/** Forgets a token that the server never accepted. One that it did accept is kept. */
export function forgetRefused(table: string, token: string): void {
  const refused = (held: HeldSeats) => held.token === token && held.seats.length === 0;
  const left = savedTables().flatMap((entry) => {
    if (entry.table !== table) return [entry];
    const held = entry.held.filter((seats) => !refused(seats));
    return held.length > 0 ? [{ ...entry, held }] : [];
  });
  write(TABLES, left);
}

/** Forgets a seat that was left. */
export function forgetSeat(table: string, token: string): void {
  const left = savedTables().flatMap((entry) => {
    if (entry.table !== table) return [entry];
    const held = entry.held.filter((seats) => seats.token !== token);
    return held.length > 0 ? [{ ...entry, held }] : [];
  });
  write(TABLES, left);
}

/** The token to play with at an address that names `seat`, or none. */
export function tokenFor(held: HeldSeats[], seat: number | null): string | null {
  if (seat !== null) return held.find(({ seats }) => seats.includes(seat))?.token ?? null;
  const [only, second] = held;
  // Remembered by the first release, which did not note the seat: the server tells it.
  return only && !second && only.seats.length === 0 ? only.token : null;
}

export function forgetTable(table: string): SavedTable[] {
  const rest = savedTables().filter((other) => other.table !== table);
  write(TABLES, rest);
  return rest;
}

export function readSettings(): Settings {
  const stored = read(SETTINGS);
  const found: Settings = {
    ...DEFAULT_SETTINGS,
    ...(stored && typeof stored === "object" ? stored : {}),
  };
  const pace = PACES.includes(found.pace) ? found.pace : DEFAULT_SETTINGS.pace;
  const sound = SOUNDS.includes(found.sound) ? found.sound : DEFAULT_SETTINGS.sound;
  return { ...found, pace, sound };
}

export const writeSettings = (settings: Settings) => write(SETTINGS, settings);

/** One of `values` that was kept under `key`; the first one if none was. */
export function readChoice<T extends string>(key: string, values: readonly T[]): T {
  const stored = read(`wardround.${key}`);
  return values.find((value) => value === stored) ?? (values[0] as T);
}

export const writeChoice = (key: string, value: string) => write(`wardround.${key}`, value);

const PACE = "wardround.pace";

/** The own times of a clock, as they were kept; null if none were. */
export function readPace(): Pace | null {
  const stored = read(PACE);
  if (!stored || typeof stored !== "object") return null;
  const { move, reserve } = stored as Record<string, unknown>;
  return { move: Number(move), reserve: Number(reserve) };
}

export const writePace = (pace: Pace) => write(PACE, pace);

const setUpKey = (game: string) => `wardround.setup.${game}`;

/** The options with which this game was set up last on this device. */
export function readSetUp(game: string): Record<string, unknown> {
  const stored = read(setUpKey(game));
  return stored && typeof stored === "object" ? (stored as Record<string, unknown>) : {};
}

export const writeSetUp = (game: string, options: object) => write(setUpKey(game), options);

export function readName(): string {
  const name = read(NAME);
  return typeof name === "string" ? name : "";
}

/** The person who is signed in on this device, by the token of the session. */
export interface SignedIn {
  token: string;
  name: string;
}

export function signedIn(): SignedIn | null {
  const stored = read(PERSON);
  if (!stored || typeof stored !== "object") return null;
  const { token, name } = stored as Record<string, unknown>;
  return typeof token === "string" && typeof name === "string" ? { token, name } : null;
}

export const writeSignedIn = (person: SignedIn | null) => write(PERSON, person);

export const writeName = (name: string) => write(NAME, name);
