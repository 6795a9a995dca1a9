// The Dice Hospital view as the server sends it, and what the drawing needs to know of it.

export type Colour = "red" | "yellow" | "green";
export const COLOURS: readonly Colour[] = ["red", "yellow", "green"];
export type Tint = Colour | "blue" | "white";

export interface Spot {
  spot: string;
  label: string;
}

export interface Counted extends Spot {
  count: number;
}

export interface DieView {
  colour: Colour;
  value: number | null;
  label: string;
  /** Dice that may be chosen one by one are pieces. */
  spot?: string;
}

export interface Patient {
  colour: Colour;
  current: Colour;
  /** The colour it counts as from the end of phase 3 to the end of phase 5. */
  after_phase_3: Colour;
  value: number;
  treated: boolean;
  notation: string;
}

export interface Bed extends Spot {
  ward: number;
  patient: Patient | null;
}

export interface CardView extends Spot {
  id: string;
  name: string;
  colour: Tint;
  text: string;
  clause: string;
}

export interface Department extends CardView {
  printed: boolean;
  used: boolean;
  meeple: string | null;
  targeted: boolean;
}

export interface Specialist extends CardView {
  used: boolean;
  pending: boolean;
}

export interface Administrator extends Spot {
  id: string;
  name: string;
  text: string;
  clause: string;
}

export interface AmbulanceView extends Spot {
  number: number;
  dice: DieView[];
  taken_by: number | null;
}

export interface RoundScore {
  round: number;
  discharged: number;
  table: number;
  administrator: number;
  event: number;
  registrar: number;
  empty: number;
}

export interface SheetView {
  rounds: RoundScore[];
  collected: number;
  left_behind: number;
  reports: number;
  bags: number;
  fatalities: number;
  total: number;
}

export interface SeatView {
  seat: number;
  score: number;
  blood_bags: Counted;
  fatalities: Counted;
  beds: Bed[];
  departments: Department[];
  nurses: Spot & { free: number; total: number };
  specialists: Specialist[];
  administrator: Administrator | null;
  dealt?: Administrator[];
  dealt_count: number;
  discharged: { colour: Colour; current: Colour; label: string }[];
  waiting: DieView[];
  ambulance: number | null;
  chosen: string[];
  /** The bed of the neglected patient that the administrator spares. */
  spared: string | null;
  recolour: Colour | null;
  done: boolean;
  /** The id of the specialist that the Consultant copies this round. */
  copied: string | null;
  /** The patient chosen to be passed on, as far as the viewer may know. */
  passed_on: Spot[];
  sheet: SheetView;
}

/** Where a value comes from: printed, found, derived, reconstructed, or a player's own copy. */
export type Provenance = "RB" | "FOUND" | "DERIVED" | "RECON" | "OWN";

export interface EventView extends Spot {
  id: string;
  name: string;
  text: string;
  clause: string;
  provenance: Provenance;
}

export interface ReportView extends Spot {
  id: string;
  colours: Colour[];
  points: number;
  provenance: Provenance;
}

export interface ReportColumn {
  column: number;
  lower: ReportView | null;
  upper: ReportView | null;
}

export interface SpaceView extends Spot {
  colour: Colour;
  value: number;
  ambulance: number;
  filled: boolean;
  provenance: Provenance;
}

export interface TablePoints {
  patients: number;
  points: number;
  provenance: Provenance;
}

export interface DiceHospitalView {
  game: string;
  viewer: number;
  round: number;
  rounds: number;
  phase: number;
  phase_name: string;
  first_player: number | null;
  order: number[];
  bag: Spot & { count: number; red: number; yellow: number; green: number };
  ambulances: AmbulanceView[];
  rolled: DieView[];
  display: { departments: CardView[]; specialists: CardView[] };
  department_stack: Counted;
  specialist_deck: Counted;
  event: EventView | null;
  /** The id of the printed department that nobody may use this round. */
  closed: string | null;
  reports: ReportColumn[];
  completed: ReportView[];
  collections: SpaceView[];
  discharge_table: TablePoints[];
  material: { own: boolean; checksum: string };
  seats: SeatView[];
  over: boolean;
  ranking: number[][] | null;
}

export type Section = "ambulances" | "market" | "own" | "reports" | "collections";

const PHASE_STAGES: Record<number, Section> = {
  1: "ambulances",
  2: "market",
  5: "reports",
  7: "collections",
};
const OWN_PIECE = /^seat\/\d+\/(bed|department)\//;
const SECTIONS: readonly Section[] = ["own", "collections", "reports", "market", "ambulances"];

type Shown = Pick<DiceHospitalView, "phase" | "over" | "reports" | "completed" | "collections">;

/**
 * The parts of the table in the order in which they matter now; the first is the stage.
 *
 * An event or full wards may ask of one's own hospital before the ambulances come.
 */
export function sections(view: Shown, asked: Iterable<string> = []): Section[] {
  /** After a solo game nothing can come from the bag or the stacks any more. */
  const finished = view.over && view.reports.length > 0;
  const there: Record<Section, boolean> = {
    own: true,
    collections: view.collections.length > 0,
    reports: view.reports.length > 0,
    market: !finished,
    ambulances: !finished,
  };
  const shown = SECTIONS.filter((section) => there[section]);
  const atHome = view.phase === 1 && [...asked].some((spot) => OWN_PIECE.test(spot));
  const stage = view.over || atHome ? undefined : PHASE_STAGES[view.phase];
  return stage && there[stage] ? [stage, ...shown.filter((other) => other !== stage)] : shown;
}

/** One seat: no ambulances, no opponents. */
export const isSolo = (view: Pick<DiceHospitalView, "seats">) => view.seats.length === 1;

/** The seats other than `own`, clockwise from it. */
export function others(seats: SeatView[], own: number): SeatView[] {
  const turn = ({ seat }: SeatView) => (seat - own + seats.length) % seats.length;
  return seats.filter(({ seat }) => seat !== own).sort((a, b) => turn(a) - turn(b));
}

const REROLL_DEPARTMENTS = new Set(["drug_trial_centre"]);
const REROLL_SPECIALISTS = new Set(["experimental_chemist"]);

/** Whether a patient picked now in this hospital is rolled again. */
function rerolls(seat: SeatView): boolean {
  const acting = seat.specialists.find((specialist) => specialist.pending);
  if (acting) {
    return REROLL_SPECIALISTS.has(acting.id === "consultant" ? (seat.copied ?? "") : acting.id);
  }
  return seat.departments.some(({ targeted, id }) => targeted && REROLL_DEPARTMENTS.has(id));
}

/** The beds whose patients have been rolled again between two views of one hospital. */
export function rerolled(before: SeatView, after: SeatView): string[] {
  if (before.seat !== after.seat || !rerolls(before)) return [];
  return after.beds
    .filter(({ patient }, at) => {
      const old = before.beds[at]?.patient;
      return old && patient && !old.treated && patient.treated && old.value !== patient.value;
    })
    .map(({ spot }) => spot);
}

/** The name of the specialist that the Consultant copies, if it does. */
export const copiedName = (seat: SeatView): string | undefined =>
  seat.specialists.find(({ id }) => id === seat.copied)?.name;

/** Points for `patients` discharged in one round; past the end of the table as in its last step. */
export function pointsFor(table: TablePoints[], patients: number): number {
  const known = table[patients];
  if (known) return known.points;
  const [before, last] = table.slice(-2);
  if (!before || !last) return 0;
  return last.points + (patients - last.patients) * (last.points - before.points);
}

export type Source =
  | "table"
  | "administrator"
  | "event"
  | "registrar"
  | "empty"
  | "collected"
  | "left_behind"
  | "reports"
  | "bags"
  | "fatalities";

const BY_ROUND = ["table", "administrator", "event", "registrar", "empty"] as const;
const AT_THE_END = ["collected", "left_behind", "reports", "bags", "fatalities"] as const;
const ALWAYS = new Set<Source>(["table", "empty", "bags", "fatalities"]);

/** Points of one seat from every source. */
export function bySource(sheet: SheetView): Record<Source, number> {
  const found = {} as Record<Source, number>;
  for (const source of BY_ROUND)
    found[source] = sheet.rounds.reduce((sum, round) => sum + round[source], 0);
  for (const source of AT_THE_END) found[source] = sheet[source];
  return found;
}

/** The sources of points that can matter in this game. */
export function sources(view: DiceHospitalView): Source[] {
  const points = view.seats.map((seat) => bySource(seat.sheet));
  const inGame: Partial<Record<Source, boolean>> = {
    administrator: view.seats.some((seat) => seat.administrator !== null),
    collected: view.collections.length > 0,
    left_behind: view.collections.length > 0,
    reports: view.reports.length > 0,
  };
  return [...BY_ROUND, ...AT_THE_END].filter(
    (source) => ALWAYS.has(source) || inGame[source] || points.some((seat) => seat[source] !== 0),
  );
}

export interface WardView {
  ward: number;
  beds: Bed[];
}

/** The beds ward by ward. */
export function wards(beds: Bed[]): WardView[] {
  const numbers = [...new Set(beds.map((bed) => bed.ward))];
  return numbers.map((ward) => ({ ward, beds: beds.filter((bed) => bed.ward === ward) }));
}

export interface Tally {
  colour: Colour;
  values: number[];
}

/** The patients of a hospital by current colour, sickest first. */
export function tallies(beds: Bed[]): Tally[] {
  const patients = beds.flatMap((bed) => bed.patient ?? []);
  return COLOURS.map((colour) => ({
    colour,
    values: patients
      .filter((patient) => patient.current === colour)
      .map((patient) => patient.value)
      .sort((a, b) => a - b),
  }));
}
