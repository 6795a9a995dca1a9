// What this browser remembers: tables, settings, the player's name.

export interface SavedTable {
  table: string;
  token: string;
  game: string;
  title: string;
  when: number;
}

export interface Settings {
  animation: "normal" | "off";
  confirm: boolean;
  openHands: boolean;
}

export const DEFAULT_SETTINGS: Settings = { animation: "normal", confirm: false, openHands: false };

const TABLES = "wardround.tables";
const SETTINGS = "wardround.settings";
const NAME = "wardround.name";
const MOST_TABLES = 30;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function savedTables(): SavedTable[] {
  const tables = read(TABLES);
  return Array.isArray(tables) ? (tables as SavedTable[]) : [];
}

/** Remembers a table, newest first. */
export function saveTable(entry: SavedTable): void {
  const others = savedTables().filter((other) => other.table !== entry.table);
  write(TABLES, [entry, ...others].slice(0, MOST_TABLES));
}

export function forgetTable(table: string): SavedTable[] {
  const rest = savedTables().filter((other) => other.table !== table);
  write(TABLES, rest);
  return rest;
}

export function readSettings(): Settings {
  const stored = read(SETTINGS);
  return { ...DEFAULT_SETTINGS, ...(stored && typeof stored === "object" ? stored : {}) };
}

export const writeSettings = (settings: Settings) => write(SETTINGS, settings);

/** One of `values` that was kept under `key`; the first one if none was. */
export function readChoice<T extends string>(key: string, values: readonly T[]): T {
  const stored = read(`wardround.${key}`);
  return values.find((value) => value === stored) ?? (values[0] as T);
}

export const writeChoice = (key: string, value: string) => write(`wardround.${key}`, value);

export function readName(): string {
  const name = read(NAME);
  return typeof name === "string" ? name : "";
}

export const writeName = (name: string) => write(NAME, name);
