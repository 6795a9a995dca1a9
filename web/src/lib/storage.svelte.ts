// The browser's storage, and what stands in for it where it is blocked or full.

import { SvelteMap } from "svelte/reactivity";

const PROBE = "wardround.probe";

/** What could not be kept: it lasts as long as the page. */
const unkept = new SvelteMap<string, string>();

/** Whether the browser keeps what it is told to remember. */
export const storage = $state({ keeps: probe() });

function probe(): boolean {
  try {
    localStorage.setItem(PROBE, "1");
    localStorage.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

/** What is remembered under `key`; null if nothing, or nothing that can be read. */
export function read(key: string): unknown {
  try {
    return JSON.parse(unkept.get(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function write(key: string, value: unknown): void {
  const data = JSON.stringify(value);
  try {
    localStorage.setItem(key, data);
    unkept.delete(key);
    storage.keeps = unkept.size === 0;
  } catch {
    unkept.set(key, data);
    storage.keeps = false;
  }
}
