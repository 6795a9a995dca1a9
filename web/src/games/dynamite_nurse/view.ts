// The Dynamite Nurse view as the server sends it, and what the drawing needs to know of it.

export interface Spot {
  spot: string;
  label: string;
}

export interface Counted extends Spot {
  count: number;
}

export interface CardFace {
  id: string;
  name: string;
  nurse: boolean;
  kind: string;
  type: number;
  /** null: the card cannot be bought. */
  cost: number | null;
  gold: number;
  tp: number;
  vp: number;
  text: string;
  /** The values that are not known from the printed card. */
  reconstructed: string[];
}

export type CardPiece = Spot & CardFace;
export type Pile = CardPiece & { count: number };
/** Cards of one kind in a place without an order. */
export type Kind = Counted & { id: string; name: string; nurse: boolean };

export interface PatientView extends Spot {
  id: string;
  notation: string;
  name: string;
  condition: number;
  emergency: boolean;
  critical: boolean;
  severity: number;
  severities: number[];
  care: number | null;
  upkeep: number | null;
  vp: number;
  /** VP of both sides, and what the rule of an Emergency Case does, where the view tells it. */
  vps?: number[];
  text?: string;
  reconstructed: string[];
}

export type Waiting = PatientView & { place: number; marker: number | null };
export type Admitted = PatientView & { paid: boolean; owes: boolean };

export interface SheetView {
  patients: number;
  admitted: number;
  cards: number;
  endings: number;
  counted: number;
  penalty: number;
  total: number;
}

export interface SeatView extends Spot {
  seat: number;
  colour: number;
  nurse: string;
  turn: boolean;
  title: boolean;
  kill_marks: number;
  unused: Counted;
  admitted: Admitted[];
  without_bed: number;
  acquired: PatientView[];
  /** The hand for its owner; for others the cards that they saw coming there. */
  hand: CardPiece[];
  hand_count: number;
  deck: Counted & { cards: Kind[] | null };
  discard: Counted & { cards: Kind[] };
  play: CardPiece[];
  sheet: SheetView;
}

export interface Points {
  gold: number;
  tp: number;
  either: number;
  treatments: number;
  purchases: number;
  elsewhere: boolean;
  may_skip: boolean;
  to_hand: boolean;
  extra_nurses: number;
  acquire_gold: number;
  acquire_purchases: number;
  played: string[];
}

export interface TownView {
  supply: Pile[];
  /** Without a face when no card is left. */
  events: Counted & Partial<CardFace>;
  nurses: Counted & { known: string | null };
  dungeon: Counted & Partial<PatientView>;
  graveyard: (PatientView & { count: number })[];
  kill_marks: Counted;
  title: number | null;
  aside: string | null;
  box: { cards: Kind[]; kill_marks: number };
}

export interface DynamiteNurseView {
  game: string;
  viewer: number;
  edition: "town" | "village";
  words: Record<string, string>;
  pack: { id: string; title: string; version: string; author: string };
  turn: number;
  turn_number: number;
  phase: number;
  phase_name: string;
  /** The names of all phases, where the view tells them. */
  phase_names?: string[];
  points: Points;
  town: TownView;
  ambulances: Waiting[];
  limit: number;
  looked: Kind[];
  second_event: CardPiece | null;
  trade: { partner: number; given: string | null; received: string | null } | null;
  seats: SeatView[];
  penalty: number[];
  over: boolean;
  reason: string;
  ranking: number[][] | null;
}

export const PHASES = 4;
export const BEDS = 2;

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

export type Section = "looked" | "hand" | "ambulances" | "hospital";

const PIECES: Record<Section, RegExp> = {
  looked: /^(looked\/|second_event)/,
  hand: /^seat\/\d+\/(hand|play)\//,
  ambulances: /^ambulance\//,
  hospital: /^seat\/\d+\/(admitted|acquired|discard)\//,
};

/** Whether the question is about pieces of that part of the table. */
export function asksFor(section: Section, spots: Iterable<string>): boolean {
  return [...spots].some((spot) => PIECES[section].test(spot));
}

/** Cards of equal kind together, by name: what a player owns at a glance. */
export function byName(kinds: Kind[]): Kind[] {
  return [...kinds].sort(
    (a, b) => Number(a.nurse) - Number(b.nurse) || a.name.localeCompare(b.name),
  );
}

/** Patients of equal rows and sides as one entry with their number. */
export function alike(patients: PatientView[]): { patient: PatientView; count: number }[] {
  const found = new Map<string, { patient: PatientView; count: number }>();
  for (const patient of patients) {
    const there = found.get(patient.notation);
    if (there) there.count += 1;
    else found.set(patient.notation, { patient, count: 1 });
  }
  return [...found.values()];
}

/** Whether a pile still shows a face. */
export function hasFace(pile: Counted & Partial<CardFace>): pile is Pile {
  return pile.id !== undefined && pile.name !== undefined;
}

export function hasPatient(pile: Counted & Partial<PatientView>): pile is PatientView & Counted {
  return pile.id !== undefined && pile.severities !== undefined;
}

/** A small number that always is the same for an id, below `below`. */
export function trait(id: string, below: number, salt = 0): number {
  let hash = 7 + salt;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 9973;
  return hash % below;
}
