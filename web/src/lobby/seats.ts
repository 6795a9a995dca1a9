import type { GameInfo, Options, SeatKind, SeatRequest } from "../lib/protocol";
import { botSeat } from "./open";

export const defaults = (game: GameInfo): Options =>
  Object.fromEntries(game.options.map((option) => [option.name, option.default]));

/** Seat `at` becomes of `kind`. Only one seat can be mine: the one before is then a bot. */
export function withKind(
  seats: SeatRequest[],
  at: number,
  kind: SeatKind,
  bot: string,
  name: string,
): SeatRequest[] {
  const made = (): SeatRequest => {
    if (kind === "bot") return botSeat(at, bot);
    return kind === "me" ? { kind, name } : { kind };
  };
  return seats.map((seat, other) => {
    if (other === at) return made();
    return kind === "me" && seat.kind === "me" ? botSeat(other, bot) : seat;
  });
}

/** What is sent: names without blanks around, nothing that does not belong to the kind. */
export function cleaned(seats: SeatRequest[]): SeatRequest[] {
  return seats.map(({ kind, name, bot }) => {
    const trimmed = name?.trim();
    if (kind === "bot") return { kind, bot, name: trimmed };
    return trimmed && kind !== "open" ? { kind, name: trimmed } : { kind };
  });
}
