import {
  createLesson,
  createTable,
  createWhatIf,
  getBots,
  linkSeats,
  type Created,
} from "../lib/api";
import type { BotInfo, GameInfo, Options, Pace, SeatRequest } from "../lib/protocol";
import { tableHref } from "../lib/route";
import { readName, saveTable } from "../lib/saved";
import { text } from "../lib/text";

type Named = Pick<GameInfo, "id" | "title">;

/** Opens a table, remembers it and goes there. */
export async function openTable(
  game: Named,
  options: Options,
  seats: SeatRequest[],
  clock: Pace | null = null,
  rated = false,
): Promise<void> {
  enter(game, await createTable(game.id, options, seats, clock, rated));
}

/** Opens a table with the guided first game, remembers it and goes there. */
export async function openLesson(game: Named): Promise<void> {
  enter(game, await createLesson(game.id, readName()));
}

/** Goes on from a position of another table, at one of one's own. */
export async function openWhatIf(
  game: Named,
  table: string,
  version: number,
  seat: number,
  token: string | null,
): Promise<void> {
  const bot = usualBot(await getBots());
  const title = text.whatIf.title(game.title);
  const made = await createWhatIf(table, version, seat, bot, token);
  if (made.token !== null) linkSeats(made.table, made.token);
  enter({ ...game, title }, made);
}

/** Remembers a table that was made, and goes there; to an earlier position if `at` is one. */
export function enter(game: Named, made: Created, at?: number): void {
  const mine = made.seats.filter(({ kind }) => kind === "me" || kind === "device");
  const held = made.token !== null && {
    token: made.token,
    seats: mine.map(({ seat }) => seat),
    name: mine.map(({ name }) => name).join(", "),
  };
  saveTable({ table: made.table, game: game.id, title: game.title }, held || null);
  location.hash = tableHref(made.table, mine[0]?.seat, at);
}

/** The bot to offer first: the strongest that every installation has, else the last listed. */
export function usualBot(bots: BotInfo[]): string {
  return (bots.find((bot) => bot.id === "greedy") ?? bots.at(-1))?.id ?? "random";
}

/** How many bots sit at the table of "Play now". */
export const usualBots = (game: GameInfo) =>
  Math.min(game.max_players - 1, Math.max(game.min_players - 1, 2));

/** A bot on seat `at`, with a name of its own. */
export function botSeat(at: number, bot: string): SeatRequest {
  const names = text.setUp.botNames;
  return { kind: "bot", bot, name: names[at % names.length] };
}

/** A seat for me. */
export function mySeat(): SeatRequest {
  const name = readName();
  return name ? { kind: "me", name } : { kind: "me" };
}

/** The seats of "Play now": one for me, the others for bots. */
export function quickSeats(game: GameInfo, bots: BotInfo[]): SeatRequest[] {
  const bot = usualBot(bots);
  const others = Array.from({ length: usualBots(game) }, (_, at) => botSeat(at + 1, bot));
  return [mySeat(), ...others];
}
