// What the drawing needs to know of Dynamite Nurse's view; the types come from what the engine sends.

import type { DynamiteNurseView } from "./view.generated";

export type { Counted, DynamiteNurseView, Spot } from "./view.generated";
export type SeatView = DynamiteNurseView["seats"][number];
/** The words of the edition that the table is played in. */
export type Terms = DynamiteNurseView["words"];
export type SheetView = SeatView["sheet"];
export type Points = DynamiteNurseView["points"];
export type TownView = DynamiteNurseView["town"];
export type CardPiece = SeatView["hand"][number];
export type Pile = TownView["supply"][number];
export type CardFace = Omit<CardPiece, "spot" | "label">;
/** Cards of one kind in a place without an order. */
export type Kind = DynamiteNurseView["looked"][number];
export type PatientView = SeatView["acquired"][number];
export type Waiting = DynamiteNurseView["ambulances"][number];
export type Admitted = SeatView["admitted"][number];

export const PHASES = 4;
export const BEDS = 2;

/** 0, 1, 2 … below `count`. */
export const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** The seats other than `own`, clockwise from it. */
export function others(seats: SeatView[], own: number): SeatView[] {
  const turn = ({ seat }: SeatView) => (seat - own + seats.length) % seats.length;
  return seats.filter(({ seat }) => seat !== own).sort((a, b) => turn(a) - turn(b));
}

/** The carts from the trailing end to the leading patient; null is an empty cart. */
export function queue(ambulances: Waiting[], limit: number): (Waiting | null)[] {
  const empty = Array<null>(Math.max(0, limit - ambulances.length)).fill(null);
  return [...empty, ...[...ambulances].sort((a, b) => b.place - a.place)];
}

export type Section = "looked" | "hand" | "ambulances" | "hospital" | "others" | "town";

/** The pieces of each part of the table, for the viewer on seat `own`. */
const pieces = (own: number): [Section, RegExp][] => [
  ["looked", /^(looked\/|second_event)/],
  ["hand", new RegExp(`^seat/${own}/(hand|play)/`)],
  ["ambulances", /^ambulance\//],
  ["hospital", new RegExp(`^seat/${own}($|/(admitted|acquired|discard)/)`)],
  ["others", new RegExp(`^seat/(?!${own}(/|$))`)],
];

/** The parts of the table in which something can be chosen: the town is where no other part is. */
export function asked(spots: Iterable<string>, own: number): Set<Section> {
  const parts = pieces(own);
  return new Set(
    [...spots].map((spot) => parts.find(([, pattern]) => pattern.test(spot))?.[0] ?? "town"),
  );
}

/** The phase in which cards are bought. */
export const MAIN = 0;

/** The phase in which somebody is put in charge of a new patient. */
const TRANSPORT = 1;

/** The parts of the table, first those that the question is about: its pieces are `spots`. */
export function sections(view: DynamiteNurseView, spots: Iterable<string>, own: number): Section[] {
  const named = [...spots];
  const asked = pieces(own)
    .filter(([, pattern]) => named.some((spot) => pattern.test(spot)))
    .map(([section]) => section);
  const first: Section[] = view.phase === TRANSPORT && !view.over ? ["ambulances"] : [];
  const rest: Section[] = ["hand", "ambulances", "hospital", "town", "others"];
  return [...new Set([...first, ...asked, ...rest])].filter(
    (section) => section !== "looked" || view.looked.length > 0 || view.second_event !== null,
  );
}

/** Cards of equal kind together, by name: what a player owns at a glance. */
export function byName(kinds: Kind[]): Kind[] {
  return [...kinds].sort(
    (a, b) => Number(a.nurse) - Number(b.nurse) || a.name.localeCompare(b.name),
  );
}

/** Whether the Event pile still shows a face. */
export function hasFace(pile: TownView["events"]): pile is Pile {
  return pile.id !== undefined;
}

export function hasPatient(pile: TownView["dungeon"]): pile is TownView["graveyard"][number] {
  return pile.id !== undefined;
}

/** A small number that always is the same for an id, below `below`. */
export function trait(id: string, below: number, salt = 0): number {
  let hash = 7 + salt;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 9973;
  return hash % below;
}
