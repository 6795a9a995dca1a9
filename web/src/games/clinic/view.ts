// What the drawing needs to know of Clinic's view; the types come from what the engine sends.

import type { ClinicView } from "./view.generated";

export type { ClinicView } from "./view.generated";
export type SeatView = ClinicView["seats"][number];
export type Cell = SeatView["cells"][number];
export type Edge = SeatView["edges"][number];
export type Side = NonNullable<SeatView["sides"]>[number];
export type Person = Cell["people"][number];
export type PersonKind = Person["kind"];
export type MovePlan = NonNullable<SeatView["move"]>;
export type Walk = MovePlan["people"][number];
export type Ledger = SeatView["ledger"];
export type ActionTile = SeatView["actions"][number];
/** What a seat is asked, and the stock of the component that a place is looked for. */
export type Question = NonNullable<SeatView["question"]>;
export type QueueRow = ClinicView["rows"][number];
export type QueueSpace = QueueRow["spaces"][number];
export type PatientColour = NonNullable<QueueSpace["colour"]>;
export type Stock = ClinicView["stocks"][number];
export type Pool = ClinicView["pools"]["patients"];
export type Section = "supply" | "market" | "clinic";

/** The number of the phase in which actions are chosen and carried out. */
const ACTIONS = 1;

export const COLOURS: PatientColour[] = ["white", "yellow", "orange", "red"];

/** What lies on a spot's last step: "stock/room" is "room". */
export const tail = (spot: string) => spot.slice(spot.lastIndexOf("/") + 1);

/** The other seats, clockwise from `seat`. */
export function others(seats: SeatView[], seat: number): SeatView[] {
  const after = seats.filter((other) => other.seat > seat);
  return [...after, ...seats.filter((other) => other.seat < seat)];
}

/** The parts of the table, the one that is asked about first. */
export function sections(view: ClinicView): Section[] {
  if (view.acting === "Build" || view.tiles.length > 0) return ["supply", "clinic", "market"];
  if (view.acting) return ["market", "clinic", "supply"];
  return ["clinic", "market", "supply"];
}

/** The action that a seat is known to have chosen for the action phase that runs. */
export const chosenAction = (view: ClinicView, seat: SeatView) =>
  view.phase === ACTIONS ? (seat.chosen ?? seat.revealed) : null;

/** The part of the table that a piece lies in. */
export function sectionOf(spot: string): Section {
  if (/^(stock|bonus)/.test(spot)) return "supply";
  return spot.startsWith("seat/") ? "clinic" : "market";
}

/** The parts with the parts that hold `spots` first, and how many those are: at least one. */
export function askedFirst(
  order: Section[],
  spots: Iterable<string>,
): { order: Section[]; count: number; sections: Set<Section> } {
  const asked = new Set([...spots].map(sectionOf));
  const first = order.filter((section) => asked.has(section));
  const rest = order.filter((section) => !asked.has(section));
  return { order: [...first, ...rest], count: Math.max(1, first.length), sections: asked };
}

/**
 * The floors of a clinic to draw, the ground first: all with something on them, those that `legal`
 * says something can be done on, and while something is built also the empty one above.
 */
export function shownFloors(
  cells: Cell[],
  legal: (spot: string) => boolean,
  building: boolean,
): number[] {
  const highest = (list: Cell[]) => Math.max(0, ...list.map(({ floor }) => floor));
  const things = cells.filter(({ thing }) => thing);
  const used = highest(things);
  const asked = highest(cells.filter(({ spot }) => legal(spot)));
  const top = Math.max(
    building && things.length > 0 ? Math.min(used + 1, highest(cells)) : used,
    asked,
  );
  return Array.from({ length: top + 1 }, (_, at) => at);
}

/** Whether something on the space would hang in the air: nothing stands below. */
export function inTheAir(cell: Cell, cells: Cell[]): boolean {
  if (cell.floor === 0 || cell.thing) return false;
  const below = cells.find(
    (other) =>
      other.floor === cell.floor - 1 && other.row === cell.row && other.column === cell.column,
  );
  return !below?.thing;
}

// --- drawing ---------------------------------------------------------------------------------

export const PITCH = 100;
/** Height of a row of an upper floor on which nothing can stand. */
export const LOW = 30;
export const MARGIN = 26;

/** The rows of a floor as drawn, row 1 below: where each begins, and how high it is. */
export interface Rows {
  top: Record<number, number>;
  height: Record<number, number>;
  /** Of the whole drawing. */
  total: number;
}

/** How the rows of a floor lie; `low` are the rows that only need little room. */
export function rowsOf(rows: number, floor: number, low: number[] = []): Rows {
  const margin = floor === 0 ? MARGIN : 8;
  const layout: Rows = { top: {}, height: {}, total: margin };
  for (let row = rows; row > 0; row -= 1) {
    layout.top[row] = layout.total;
    layout.height[row] = low.includes(row) ? LOW : PITCH;
    layout.total += layout.height[row] ?? PITCH;
  }
  layout.total += margin;
  return layout;
}

/** The rows of an upper floor on which every space hangs in the air. */
export function lowRows(floor: number, cells: Cell[]): number[] {
  const rows = new Set(cells.map((cell) => cell.row));
  for (const cell of cells)
    if (cell.floor === floor && !inTheAir(cell, cells)) rows.delete(cell.row);
  return [...rows];
}

const GROUND_ROWS = rowsOf(3, 0);

/** Left upper corner of the space "b2" or "b2.1" on its floor's drawing. */
export function corner(cell: string, rows: Rows = GROUND_ROWS): { x: number; y: number } {
  const column = cell.charCodeAt(0) - "a".charCodeAt(0);
  return { x: MARGIN + column * PITCH, y: rows.top[Number(cell[1])] ?? 0 };
}

const OFFSETS: Record<string, [number, number]> = {
  W: [0, 0.5],
  E: [1, 0.5],
  N: [0.5, 0],
  S: [0.5, 1],
};

/** The middle of the edge "b3E", how it lies, and which way is out of its space. */
export function edgePlace(edge: string): { x: number; y: number; upright: boolean; side: string } {
  const side = edge.slice(-1);
  const { x, y } = corner(edge);
  const [dx, dy] = OFFSETS[side] ?? [0, 0];
  return { x: x + dx * PITCH, y: y + dy * PITCH, upright: side === "W" || side === "E", side };
}

/** The middle of the car place on one side of a space ("seat/0/side/b3E"). */
export function sidePlace(side: string): { x: number; y: number } {
  const { x, y } = corner(side);
  const [dx, dy] = OFFSETS[side.slice(-1)] ?? [0, 0];
  return { x: x + (0.5 + (dx - 0.5) * 0.74) * PITCH, y: y + (0.5 + (dy - 0.5) * 0.74) * PITCH };
}

/** The floor that a place name ("b2.1", "outside") is on, or -1 if it is none. */
export function floorOf(place: string): number {
  const found = /^[a-d][1-3](?:\.(\d))?$/.exec(place);
  return found ? Number(found[1] ?? 0) : -1;
}

/** The pieces of a path that lie on one floor, as middles of the spaces. */
export function pathOn(path: string[], floor: number, rows?: Rows): { x: number; y: number }[][] {
  const runs: { x: number; y: number }[][] = [];
  let open = false;
  for (const stop of path) {
    if (floorOf(stop) === floor) {
      const { x, y } = corner(stop, rows);
      if (!open) runs.push([]);
      runs.at(-1)?.push({ x: x + PITCH / 2, y: y + PITCH / 2 });
      open = true;
    } else open = false;
  }
  return runs;
}

export interface Group {
  person: Person;
  count: number;
}

/** People of one kind, colour and Service as one entry, if they are more than `most`. */
export function gathered(people: Person[], most: number): Group[] {
  if (people.length <= most) return people.map((person) => ({ person, count: 1 }));
  const groups = new Map<string, Group>();
  for (const person of people) {
    const group = groups.get(person.name);
    if (group) group.count += 1;
    else groups.set(person.name, { person, count: 1 });
  }
  return [...groups.values()];
}

/** What a label says in brackets at its end, as a price tag: "b2 ($3)" gives "$3". */
export const tag = (label: string) => /\((\$\d+|\d+ min)\)$/.exec(label)?.[1] ?? "";

/** The prices of a stock in short: "$2–$6", for two components "$2 / $3–$5". */
export function priceRange({ costs }: Stock): string {
  const ranges = costs.map(({ prices }) => {
    const dollars = prices.map(([, price]) => price);
    const low = Math.min(...dollars);
    const high = Math.max(...dollars);
    return low === high ? `$${low}` : `$${low}–$${high}`;
  });
  return [...new Set(ranges)].join(" / ");
}

/** The patients of a column by the Service that they are for, in the order of the queues. */
export function slots(rows: QueueRow[], patients: Person[]): [string, Person[]][] {
  return rows.map(({ service }) => [service, patients.filter((one) => one.service === service)]);
}

/** The end of a track that shows `values`: a round number with room above the highest. */
export const trackEnd = (values: number[], step: number) =>
  Math.max(2, Math.ceil((Math.max(0, ...values) + 1) / step)) * step;

/** For each seat how many seats before it stand on its place of a track, or within `near` of it. */
export function stacked(values: number[], near = 0): number[] {
  return values.map(
    (value, at) => values.slice(0, at).filter((other) => Math.abs(other - value) <= near).length,
  );
}

/** The lines between discs of one floor that lie in line, from each to the next. */
export function corridors(cells: Cell[]): [string, string][] {
  const discs = cells.filter((cell) => cell.discs > 0);
  const next = (from: Cell, along: "row" | "column", across: "row" | "column") =>
    discs
      .filter((cell) => cell[across] === from[across] && cell[along] > from[along])
      .sort((a, b) => a[along] - b[along])[0];
  return discs.flatMap((from) =>
    [next(from, "column", "row"), next(from, "row", "column")].flatMap((to) =>
      to ? [[from.cell, to.cell] as [string, string]] : [],
    ),
  );
}
