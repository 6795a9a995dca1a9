import {
  SPECTATOR,
  type LogLine,
  type ServerMessage,
  type StateMessage,
  type TalkLine,
} from "./protocol";
import { isolated } from "./sentences";
import { text } from "./text";

/** What the client knows of one table. */
export interface Known {
  state: StateMessage | null;
  log: LogLine[];
}

export const NOTHING: Known = { state: null, log: [] };

/** What is known after `message`. Messages older than what is known change nothing. */
export function reduce(known: Known, message: ServerMessage): Known {
  if (message.type === "table" && known.state)
    return { ...known, state: { ...known.state, table: message.table } };
  if (message.type !== "state") return known;
  if (known.state && message.version < known.state.version) return known;
  return { state: message, log: mergeLog(known.log, message.log, message.log_from) };
}

/** The old lines before version `from`, then the new ones. */
export function mergeLog(old: LogLine[], fresh: LogLine[], from: number): LogLine[] {
  return [...old.filter((line) => line.version < from), ...fresh];
}

/** Lines that `after` has and `before` had not. */
export function newLines(before: Known, after: Known): LogLine[] {
  const last = before.state?.version ?? -1;
  return before.state ? after.log.filter((line) => line.version > last) : [];
}

/** What was said, with new lines, each once and in order. */
export function mergeTalk(old: TalkLine[], fresh: TalkLine[]): TalkLine[] {
  const last = old.at(-1)?.number ?? 0;
  return [...old, ...fresh.filter((line) => line.number > last)];
}

export function isMyTurn({ state }: Known): boolean {
  return state !== null && !state.over && state.seat >= 0 && state.asked.includes(state.seat);
}

/**
 * The own seat to which the device must be handed, or null. It must be when the seat looked at is
 * not asked and another seat of this device is; with several own seats also before the first look.
 */
export function handoverTo({ state }: Known): number | null {
  if (!state || state.over || !state.view) return null;
  const { mine, asked, seat } = state;
  if (asked.includes(seat)) return null;
  return asked.find((other) => other !== seat && mine.includes(other)) ?? null;
}

/** True when looking at `seat` needs no hand-over: the device holds that seat only. */
export function lookAtOnce({ state }: Known): boolean {
  return state !== null && state.seat === SPECTATOR && state.mine.length === 1;
}

/**
 * What is asked of the seat looked at, as a key: it stays the same while others move and the
 * question, its possible answers and what could be undone do not change.
 */
export function questionKey({ state }: Known): string {
  if (!state) return "";
  const { seat, prompt, choices, undo, asked } = state;
  const offered = choices.map((choice) => choice.notation);
  return JSON.stringify([seat, asked.includes(seat), prompt, offered, undo.allowed, undo.what]);
}

/** What a seat is called, for any place in a sentence. */
export function seatName(state: StateMessage, seat: number): string {
  const name = state.table.seats.find((info) => info.seat === seat)?.name;
  return name ? isolated(name) : text.seat(seat);
}

/** Who won, for everybody to read; the score of a game for one, who has nobody to win against. */
export function outcome(state: StateMessage): string {
  if (!state.ranking) return text.end.early;
  if (state.table.seats.length > 1) {
    const winners = state.ranking?.[0] ?? [];
    const names = winners.map((seat) => seatName(state, seat)).join(", ");
    return text.end.wins(names, winners.length > 1);
  }
  const points = state.scores?.[0] ?? 0;
  if (state.mine.length > 0) return text.end.yourScore(points);
  return text.end.scoreOf(seatName(state, 0), points);
}

/** The versions at which somebody else begins to act than acted before. */
export function turnStarts(log: LogLine[]): number[] {
  const acts = log.filter((line) => line.seat >= 0);
  return acts.filter((line, at) => acts[at - 1]?.seat !== line.seat).map((line) => line.version);
}

/** The version of the last line that concerns `seat`; 0 if there is none. */
export function lastOwnVersion({ log }: Known, seat: number): number {
  return log.findLast((line) => line.seat === seat)?.version ?? 0;
}
