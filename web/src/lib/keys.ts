// Keys of one letter at the table; the words for them stand in `text.keys.does`.

import { writes } from "./presses.svelte";

export const KEYS = {
  u: "undo",
  t: "restart",
  h: "hint",
  c: "choices",
  r: "rivals",
  l: "log",
  "?": "help",
} as const;

export type KeyAction = (typeof KEYS)[keyof typeof KEYS];

/** What a key does at the table; null for a key that does nothing, or writes, or is a system's. */
export function keyAction(event: KeyboardEvent): KeyAction | null {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || event.repeat) return null;
  if (writes(target)) return null;
  return KEYS[key as keyof typeof KEYS] ?? null;
}

/** Brings the focus to a rival's part of the table (`data-rival`), to the next one at each call. */
export function toRivals(board: Element | undefined): void {
  const rivals = [...(board?.querySelectorAll<HTMLElement>("[data-rival]") ?? [])];
  const at = rivals.findIndex((rival) => rival.contains(document.activeElement));
  const next = rivals[(at + 1) % rivals.length];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
