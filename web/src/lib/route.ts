export type Route =
  | { page: "lobby"; setUp: string | null }
  | {
      page: "table";
      table: string;
      seat: number | null;
      token: string | null;
      /** The earlier position that is looked at. */
      at: number | null;
    }
  | { page: "me" }
  /** What the link of a mail asks for, and what stands in it. */
  | { page: "mail"; what: "confirm" | "stop"; token: string }
  | { page: "rules"; game: string; clause: string | null }
  | { page: "unknown"; hash: string };

const SEAT = "seat";
const AT = "at";

/** The page that the address fragment `hash` names. */
export function parseRoute(hash: string): Route {
  const [page, ...rest] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter(Boolean)
    .map(decode);
  const [first, second] = rest;
  if (!page) return { page: "lobby", setUp: null };
  if (page === "me") return { page: "me" };
  if (page === "notices" && (first === "confirm" || first === "stop") && second)
    return { page: "mail", what: first, token: second };
  if (page === "new" && first) return { page: "lobby", setUp: first };
  if (page === "t" && first) return tableRoute(first, rest.slice(1));
  if (page === "rules" && first) return { page: "rules", game: first, clause: second ?? null };
  return { page: "unknown", hash };
}

/** An address of the first release, and a link to an own seat, has the seat's secret at its end. */
function tableRoute(table: string, rest: string[]): Route {
  const [second] = rest;
  const named = second === undefined || second === SEAT || second === AT;
  const found = { seat: after(rest, SEAT, 3), at: after(rest, AT, 6) };
  return { page: "table", table, token: named ? null : second, ...found };
}

/** The number of at most so many digits that follows `word`. */
function after(parts: string[], word: string, digits: number): number | null {
  const at = parts.indexOf(word);
  const number = at < 0 ? undefined : parts[at + 1];
  return number && number.length <= digits && /^[0-9]+$/.test(number) ? Number(number) : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const path = (...parts: string[]) => `#/${parts.map(encodeURIComponent).join("/")}`;

export const lobbyHref = "#/";
export const meHref = "#/me";
export const setUpHref = (game: string) => path("new", game);
/**
 * A table as anybody may open it, or as the device that holds `seat` does; with `at`, its position
 * after that move. No secret is in it.
 */
export const tableHref = (table: string, seat?: number, at?: number) =>
  path(
    "t",
    table,
    ...(seat === undefined ? [] : [SEAT, String(seat)]),
    ...(at === undefined ? [] : [AT, String(at)]),
  );
/** Opens the table on another device and gives it the seats of `token`. A secret. */
export const secretHref = (table: string, token: string) => path("t", table, token);
export const rulesHref = (game: string, clause?: string) =>
  clause ? path("rules", game, clause) : path("rules", game);

/** A link that can be sent to somebody else. */
export const fullLink = (href: string) => new URL(href, document.baseURI).href;

/** Whether a host name leads to the own device only, so that a link with it is no use to others. */
export const onlyHere = (host: string) => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(host);
