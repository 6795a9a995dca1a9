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
  empty: number;
}

export interface SheetView {
  rounds: RoundScore[];
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
  discharged: { colour: Colour; label: string }[];
  waiting: DieView[];
  ambulance: number | null;
  chosen: string[];
  recolour: Colour | null;
  done: boolean;
  sheet: SheetView;
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
  seats: SeatView[];
  over: boolean;
  ranking: number[][] | null;
}

export type Section = "ambulances" | "market" | "own";

/** The parts of the table in the order in which they matter in `phase`; the first is the stage. */
export function sections(phase: number, over = false): Section[] {
  if (!over && phase === 1) return ["ambulances", "own", "market"];
  if (!over && phase === 2) return ["market", "own", "ambulances"];
  return ["own", "market", "ambulances"];
}

/** The seats other than `own`, clockwise from it. */
export function others(seats: SeatView[], own: number): SeatView[] {
  const turn = ({ seat }: SeatView) => (seat - own + seats.length) % seats.length;
  return seats.filter(({ seat }) => seat !== own).sort((a, b) => turn(a) - turn(b));
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
