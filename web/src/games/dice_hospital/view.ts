// What the drawing needs to know of Dice Hospital's view; the types come from what the engine sends.

import type { DiceHospitalView, Spot } from "./view.generated";

export type { Counted, DiceHospitalView, Spot } from "./view.generated";
export type SeatView = DiceHospitalView["seats"][number];
export type Bed = SeatView["beds"][number];
export type Patient = NonNullable<Bed["patient"]>;
export type Department = SeatView["departments"][number];
export type Specialist = SeatView["specialists"][number];
export type Administrator = NonNullable<SeatView["administrator"]>;
export type SheetView = SeatView["sheet"];
export type RoundScore = SheetView["rounds"][number];
export type CardView = DiceHospitalView["display"]["departments"][number];
export type AmbulanceView = DiceHospitalView["ambulances"][number];
export type EventView = NonNullable<DiceHospitalView["event"]>;
export type ReportView = DiceHospitalView["completed"][number];
export type ReportColumn = DiceHospitalView["reports"][number];
export type SpaceView = DiceHospitalView["collections"][number];
export type TablePoints = DiceHospitalView["discharge_table"][number];

export type Colour = Patient["colour"];
export const COLOURS: readonly Colour[] = ["red", "yellow", "green"];
export type Tint = CardView["colour"] | "white";

/** Dice that may be chosen one by one are pieces. */
type LooseDie = DiceHospitalView["rolled"][number];
export type DieView = Omit<LooseDie, keyof Spot> & Pick<Spot, "label"> & Partial<Spot>;

export type Section = "ambulances" | "market" | "own" | "reports" | "collections";

const PHASE_STAGES: Record<number, Section> = {
  1: "ambulances",
  2: "market",
  5: "reports",
  7: "collections",
};
const OWN_PIECE = /^seat\/\d+\/(bed|department)\//;
const PIECES: Record<Exclude<Section, "own">, RegExp> = {
  ambulances: /^(ambulance|rolled|bag|seat\/\d+\/waiting)/,
  market: /^display/,
  reports: /^report/,
  collections: /^collection/,
};
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

/**
 * The parts that fold: neither are they what the phase is about, nor are their pieces asked for. On
 * a `narrow` screen what the phase is about folds too while only others are asked for.
 */
export function folded(order: Section[], asked: Iterable<string>, narrow = false): Set<Section> {
  const named = [...asked];
  const concerns = (section: Section) =>
    section !== "own" && named.some((spot) => PIECES[section].test(spot));
  const elsewhere = narrow && named.length > 0 && !order.slice(0, 1).some(concerns);
  const stage = elsewhere ? undefined : order[0];
  return new Set(
    order.filter((section) => section !== "own" && section !== stage && !concerns(section)),
  );
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
