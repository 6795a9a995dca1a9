import type { Fairness } from "./fairness";
import type {
  BotInfo,
  GameInfo,
  GameToSetUp,
  LogLine,
  Options,
  Pace,
  Problem,
  RuleBook,
  SeatInfo,
  SeatRequest,
  TableInfo,
  View,
} from "./protocol";
import { signedIn, writeSignedIn } from "./saved";
import { text } from "./text";

/** A refusal of the server, or its silence, with what it said. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

export interface Created {
  table: string;
  /** The secret of the maker's seats, null if they have none. */
  token: string | null;
  seats: SeatInfo[];
}

export interface Position {
  version: number;
  view: View;
  log?: LogLine[];
}

const url = (path: string) => new URL(`api/${path}`, document.baseURI);

export function liveUrl(table: string): string {
  const address = url(`tables/${encodeURIComponent(table)}/live`);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  return address.href;
}

export const recordUrl = (table: string) => url(`tables/${encodeURIComponent(table)}/record`).href;

let games: Promise<GameInfo[]> | null = null;

/** The games that the server offers; asked once. */
export function getGames(): Promise<GameInfo[]> {
  games ??= call<GameInfo[]>("games?options=false").catch((error: unknown) => {
    games = null;
    throw error;
  });
  return games;
}

export const getGame = (id: string) => call<GameToSetUp>(`games/${encodeURIComponent(id)}`);

/** The title of game `id`; its id in readable words if the server does not tell. */
export async function gameTitle(id: string): Promise<string> {
  const known = await getGames().catch((): GameInfo[] => []);
  return known.find((game) => game.id === id)?.title ?? id.replaceAll("_", " ");
}

/** Where the drawing lies that the package of game `id` brings; null if it brings none. */
export async function drawingOf(id: string): Promise<string | null> {
  const known = await getGames().catch((): GameInfo[] => []);
  return known.find((game) => game.id === id)?.drawing ?? null;
}

export const getBots = () => call<BotInfo[]>("bots");
export const getTable = (table: string) => call<TableInfo>(`tables/${encodeURIComponent(table)}`);

const books = new Map<string, Promise<RuleBook>>();

/** The rule book of a game; fetched once. */
export function getRules(game: string): Promise<RuleBook> {
  const known = books.get(game);
  if (known) return known;
  const book = call<RuleBook>(`games/${encodeURIComponent(game)}/rules`);
  books.set(game, book);
  book.catch(() => books.delete(game));
  return book;
}

/** What a choice of options means, in sentences. */
export const getNotes = (game: string, options: Options, players: number) =>
  call<string[]>(`games/${encodeURIComponent(game)}/notes`, {
    method: "POST",
    body: { options, players },
  });

export const createTable = (
  game: string,
  options: Options,
  seats: SeatRequest[],
  clock: Pace | null,
  rated: boolean,
) => callAsMe<Created>("tables", { method: "POST", body: { game, options, seats, clock, rated } });

/** Makes a table with the guided first game of a game. */
export const createLesson = (game: string, name: string) =>
  callAsMe<Created>(`games/${encodeURIComponent(game)}/lesson`, {
    method: "POST",
    body: name ? { name } : {},
  });

/** Makes a table of one's own that goes on from a position of another. */
export const createWhatIf = (
  table: string,
  version: number,
  seat: number,
  bot: string,
  token: string | null,
) =>
  call<Created>(`tables/${encodeURIComponent(table)}/what-if`, {
    method: "POST",
    body: { version, seat, bot },
    token,
  });

/** Takes an open seat. The same `token` again gets the same seat, so a lost answer costs none. */
export const joinTable = (table: string, name: string, token: string, seat?: number) =>
  callAsMe<{ token: string; seat: number }>(`tables/${encodeURIComponent(table)}/join`, {
    method: "POST",
    body: seat === undefined ? { name, token } : { name, token, seat },
  });

/** The position after `version` as `seat` saw it. */
export const getPosition = (table: string, version: number, seat: number, token: string | null) =>
  call<Position>(`tables/${encodeURIComponent(table)}/at/${version}?seat=${seat}`, { token });

/** The table where the same people play again; asked by several of them it is one table. */
export const askRematch = (table: string, rotate: boolean, token: string) =>
  call<TableInfo>(`tables/${encodeURIComponent(table)}/rematch`, {
    method: "POST",
    body: { rotate },
    token,
  });

/** What was promised about the deal of a table, and after the game what it was. */
export const getFairness = (table: string) =>
  call<Fairness>(`tables/${encodeURIComponent(table)}/fairness`);

let people: Promise<boolean> | null = null;

/** Whether the server keeps names of people; asked once. */
export function keepsPeople(): Promise<boolean> {
  people ??= call<{ people?: boolean }>("about").then(
    ({ people: keeps }) => keeps === true,
    () => {
      people = null;
      return false;
    },
  );
  return people;
}

/** Whether somebody is signed in here, at a server that keeps names. */
export const hasName = async () => signedIn() !== null && (await keepsPeople());

/** The code of a token that the server does not know. */
export const FORGED = "forged_token";

interface CallSettings {
  method?: string;
  body?: unknown;
  token?: string | null;
}

export async function call<T>(path: string, settings: CallSettings = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (settings.body !== undefined) headers["Content-Type"] = "application/json";
  if (settings.token) headers["Authorization"] = `Bearer ${settings.token}`;
  const response = await reach(path, {
    method: settings.method ?? "GET",
    headers,
    body: settings.body === undefined ? undefined : JSON.stringify(settings.body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  throw new ApiError(problemOf(answer, response.status));
}

/** Asks as the person who is signed in here, if somebody is; who is not any more asks as nobody. */
async function callAsMe<T>(path: string, settings: CallSettings): Promise<T> {
  const token = signedIn()?.token;
  try {
    return await call<T>(path, { ...settings, token });
  } catch (error) {
    if (!token || toProblem(error).code !== FORGED) throw error;
    writeSignedIn(null);
    return call<T>(path, settings);
  }
}

/** Links seats that came by a token to the person who is signed in here, if somebody is. */
export function linkSeats(table: string, seats: string): void {
  const token = signedIn()?.token;
  if (!token) return;
  const body = { seats: [{ table, token: seats }] };
  // What is not linked now is offered on the page about one's name.
  call("people/me/seats", { method: "POST", body, token }).catch(() => undefined);
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url(path), init);
  } catch {
    throw new ApiError({ code: "unreachable", message: text.error.unreachable });
  }
}

function problemOf(answer: unknown, status: number): Problem {
  if (answer && typeof answer === "object" && "message" in answer) return answer as Problem;
  return { code: `http-${status}`, message: text.error.strange(status) };
}

/** What went wrong, in the shape that the server uses. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return { code: "client", message: error instanceof Error ? error.message : String(error) };
}

/** The id of the build that the server offers now, or null. */
export async function offeredBuild(): Promise<string | null> {
  try {
    const response = await fetch(new URL("build.json", document.baseURI), { cache: "no-store" });
    if (!response.ok) return null;
    const { build } = (await response.json()) as { build?: unknown };
    return typeof build === "string" ? build : null;
  } catch {
    return null;
  }
}
