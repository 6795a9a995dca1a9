// Made from view.schema.json by `make view-types`: change the engine's view, not this file.

export interface DiceHospitalView {
  game: string;
  viewer: number;
  round: number;
  rounds: number;
  phase: number;
  phase_name: string;
  first_player: number | null;
  order: number[];
  bag: Bag;
  ambulances: Ambulance[];
  rolled: Rolled[];
  display: Display;
  department_stack: Counted;
  specialist_deck: Counted;
  event: Event | null;
  closed: string | null;
  reports: Report[];
  completed: Completed[];
  collections: Collection[];
  discharge_table: DischargeTable[];
  material: Material;
  seats: Seat[];
  over: boolean;
  ranking: number[][] | null;
}
export interface Bag {
  spot: string;
  label: string;
  count: number;
  red: number;
  yellow: number;
  green: number;
}
export interface Ambulance {
  spot: string;
  label: string;
  number: number;
  dice: Die[];
  taken_by: number | null;
}
export interface Die {
  colour: "green" | "red" | "yellow";
  value: number;
  label: string;
}
export interface Rolled {
  colour: "green" | "red" | "yellow";
  value: number | null;
  label: string;
  spot: string;
}
export interface Display {
  departments: Department[];
  specialists: Department[];
}
export interface Department {
  spot: string;
  label: string;
  id: string;
  name: string;
  colour: "blue" | "green" | "red" | "yellow";
  text: string;
  clause: string;
}
export interface Counted {
  spot: string;
  label: string;
  count: number;
}
export interface Event {
  spot: string;
  label: string;
  id: string;
  name: string;
  text: string;
  clause: string;
  provenance: string;
}
export interface Report {
  column: number;
  lower: Completed | null;
  upper: Completed | null;
}
export interface Completed {
  spot: string;
  label: string;
  id: string;
  colours: ("green" | "red" | "yellow")[];
  points: number;
  provenance: string;
}
export interface Collection {
  colour: "green" | "red" | "yellow";
  value: number;
  label: string;
  spot: string;
  ambulance: number;
  filled: boolean;
  provenance: string;
}
export interface DischargeTable {
  patients: number;
  points: number;
  provenance: string;
}
export interface Material {
  own: boolean;
  checksum: string;
}
export interface Seat {
  seat: number;
  score: number;
  blood_bags: Counted;
  fatalities: Counted;
  beds: Bed[];
  departments: SeatDepartment[];
  nurses: Nurses;
  specialists: Specialist[];
  administrator: Administrator | null;
  dealt: Administrator[];
  dealt_count: number;
  discharged: Discharged[];
  waiting: Rolled[];
  ambulance: number | null;
  chosen: string[];
  spared: string | null;
  recolour: ("green" | "red" | "yellow") | null;
  done: boolean;
  copied: string | null;
  passed_on: Spot[];
  sheet: Sheet;
}
export interface Bed {
  spot: string;
  label: string;
  ward: number;
  patient: Patient | null;
}
export interface Patient {
  colour: "green" | "red" | "yellow";
  current: "green" | "red" | "yellow";
  after_phase_3: "green" | "red" | "yellow";
  value: number;
  treated: boolean;
  notation: string;
}
export interface SeatDepartment {
  spot: string;
  label: string;
  id: string;
  name: string;
  colour: "blue" | "green" | "red" | "yellow";
  text: string;
  clause: string;
  printed: boolean;
  used: boolean;
  meeple: string | null;
  targeted: boolean;
}
export interface Nurses {
  spot: string;
  label: string;
  free: number;
  total: number;
}
export interface Specialist {
  spot: string;
  label: string;
  id: string;
  name: string;
  colour: "blue" | "green" | "red" | "yellow";
  text: string;
  clause: string;
  used: boolean;
  pending: boolean;
}
export interface Administrator {
  spot: string;
  label: string;
  id: string;
  name: string;
  text: string;
  clause: string;
}
export interface Discharged {
  colour: "green" | "red" | "yellow";
  current: "green" | "red" | "yellow";
  label: string;
}
export interface Spot {
  spot: string;
  label: string;
}
export interface Sheet {
  rounds: Round[];
  collected: number;
  left_behind: number;
  reports: number;
  bags: number;
  fatalities: number;
  total: number;
}
export interface Round {
  round: number;
  discharged: number;
  table: number;
  administrator: number;
  event: number;
  registrar: number;
  empty: number;
}
