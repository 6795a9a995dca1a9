import type { GameToSetUp, Options, Preset, SeatKind, SeatRequest } from "../lib/protocol";
import { readSetUp } from "../lib/saved";
import { botSeat } from "./open";

export const defaults = (game: GameToSetUp): Options =>
  Object.fromEntries(game.options.map((option) => [option.name, option.default]));

export const withPreset = (game: GameToSetUp, preset: Preset): Options => ({
  ...defaults(game),
  ...preset.options,
});

/** The ready-made choice that `options` are; none if they are a choice of one's own. */
export const presetOf = (game: GameToSetUp, options: Options): Preset | undefined =>
  game.presets.find((preset) =>
    Object.entries(withPreset(game, preset)).every(([name, value]) => options[name] === value),
  );

/** The options of the last table of this game that was set up here, as far as they still exist. */
export function lastOptions(game: GameToSetUp): Options {
  const kept = readSetUp(game.id);
  const fits = game.options.filter(({ name, kind, default: usual, values }) => {
    const value = kept[name];
    return (
      kind !== "file" &&
      typeof value === typeof usual &&
      (kind !== "choice" || values.includes(String(value)))
    );
  });
  return {
    ...defaults(game),
    ...(Object.fromEntries(fits.map(({ name }) => [name, kept[name]])) as Options),
  };
}

/** The options that a search for `words` finds, by title, help and clause; all without words. */
export function found(options: GameToSetUp["options"], words: string): GameToSetUp["options"] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ title, help, clause }) => {
    const said = `${title} ${help} ${clause}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

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
