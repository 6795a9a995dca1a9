// Which of one's own tables waits for one: on this device, and where somebody is signed in, of theirs.

import { call, gameTitle, hasName, toProblem } from "../lib/api";
import { tableHref } from "../lib/route";
import { savedTables, saveTable, type HeldSeats } from "../lib/saved";

/** Seats at a table that may wait. */
interface Candidate {
  table: string;
  game: string;
  title: string;
  held: HeldSeats;
}

/** The table to go to. */
export interface Waiting {
  title: string;
  href: string;
  /** This device gets the seats, before it goes there. */
  take: () => void;
}

/** Tables that are asked at most, and at once. */
const MOST = 60;
const AT_ONCE = 6;
/** Refusals after which a table need not be asked again. */
const GONE = ["unknown_table", "forged_token", "not_your_seat", "table_broken"];

/** Seats that nothing waits for any more. */
const done = new Set<string>();
const keyOf = ({ table, held }: Candidate) => `${table} ${held.token}`;

/** The next table, after `here` in the order of the list, that waits for who has this device. */
export async function nextWaiting(here?: string): Promise<Waiting | null> {
  const all = await candidates();
  const at = all.findLastIndex(({ table }) => table === here) + 1;
  const others = [...all.slice(at), ...all.slice(0, at)].filter(({ table }) => table !== here);
  const open = others.filter((one) => !done.has(keyOf(one))).slice(0, MOST);
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const some = open.slice(from, from + AT_ONCE);
    const waits = await Promise.all(some.map(isWaiting));
    const found = some.find((_, index) => waits[index]);
    if (found) return whereTo(found);
  }
  return null;
}

async function candidates(): Promise<Candidate[]> {
  const here = savedTables().flatMap(({ held, ...facts }) =>
    // Who brought a record has a token and no seat: nothing waits for them.
    held.filter(({ seats }) => seats.length > 0).map((seats) => ({ ...facts, held: seats })),
  );
  const known = new Set(here.map(({ held }) => held.token));
  const mine = (await hasName()) ? await ofMyName() : [];
  return [...here, ...mine.filter(({ held }) => !known.has(held.token))];
}

async function ofMyName(): Promise<Candidate[]> {
  const { myTables } = await import("../people/people");
  const tables = await myTables().catch(() => []); // who is signed in no more has those of the device
  return tables
    .filter(({ state }) => state === "playing")
    .flatMap(({ table, game, held }) =>
      held.map(({ token, seats, names }) => {
        return { table, game, title: "", held: { token, seats, name: names.join(", ") } };
      }),
    );
}

async function isWaiting(one: Candidate): Promise<boolean> {
  const path = `tables/${encodeURIComponent(one.table)}/waiting`;
  const { token } = one.held;
  try {
    const { state, waits } = await call<{ state: string; waits: string | null }>(path, { token });
    if (state === "over") done.add(keyOf(one));
    return waits !== null;
  } catch (error) {
    if (GONE.includes(toProblem(error).code)) done.add(keyOf(one));
    return false;
  }
}

async function whereTo({ table, game, title, held }: Candidate): Promise<Waiting> {
  const name = title || (await gameTitle(game));
  return {
    title: name,
    href: tableHref(table, held.seats[0]),
    take: () => saveTable({ table, game, title: name }, held),
  };
}
