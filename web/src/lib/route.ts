export type Route =
  | { page: "lobby"; setUp: string | null }
  | { page: "table"; table: string; token: string | null }
  | { page: "rules"; game: string; clause: string | null }
  | { page: "unknown"; hash: string };

/** The page that the address fragment `hash` names. */
export function parseRoute(hash: string): Route {
  const [page, ...rest] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter(Boolean)
    .map(decode);
  const [first, second] = rest;
  if (!page) return { page: "lobby", setUp: null };
  if (page === "new" && first) return { page: "lobby", setUp: first };
  if (page === "t" && first) return { page: "table", table: first, token: second ?? null };
  if (page === "rules" && first) return { page: "rules", game: first, clause: second ?? null };
  return { page: "unknown", hash };
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
export const setUpHref = (game: string) => path("new", game);
export const tableHref = (table: string, token?: string | null) =>
  token ? path("t", table, token) : path("t", table);
export const rulesHref = (game: string, clause?: string) =>
  clause ? path("rules", game, clause) : path("rules", game);

/** A link that can be sent to somebody else. */
export const fullLink = (href: string) => new URL(href, document.baseURI).href;
