// Made from view.schema.json by `make view-types`: change the engine's view, not this file.

export interface ClinicView {
  game: string;
  viewer: number;
  round: number;
  rounds: number;
  phase: number;
  phase_name: string;
  action_phase: number;
  acting: string | null;
  order: number[];
  board: Board;
  tiles: Spot[];
  rows: Row[];
  university: University[];
  nurses: Counted;
  staff: Counted;
  pools: Pools;
  stocks: Stock[];
  built_this_round: number[];
  seats: Seat[];
  over: boolean;
  ranking: number[][] | null;
}
export interface Board {
  columns: number;
  rows: number;
  floors: number;
}
export interface Spot {
  spot: string;
  label: string;
}
export interface Row {
  row: number;
  service: string;
  spaces: Space[];
}
export interface Space {
  spot: string;
  label: string;
  space: number;
  colour: ("orange" | "red" | "white" | "yellow") | null;
}
export interface University {
  spot: string;
  label: string;
  price: number;
  colour: ("orange" | "red" | "white" | "yellow") | null;
}
export interface Counted {
  spot: string;
  label: string;
  count: number;
}
export interface Pools {
  patients: Patients;
  doctors: Patients;
}
export interface Patients {
  spot: string;
  label: string;
  /**
   * @minItems 4
   * @maxItems 4
   */
  counts: [number, number, number, number];
}
export interface Stock {
  spot: string;
  label: string;
  name: string;
  count: number | null;
  costs: Cost[];
}
export interface Cost {
  component: string;
  prices: [number, number][];
}
export interface Seat {
  seat: number;
  cash: number;
  minutes: number;
  clock: string;
  debt: number;
  popularity: Popularity;
  bonus: string | null;
  actions: Action[];
  has_chosen: boolean;
  chosen: string | null;
  revealed: string | null;
  components_left: number;
  queue_points: number;
  question: Question | null;
  cells: Cell[];
  edges: Edge[];
  column: Column;
  outside: Outside[];
  move: Move | null;
  ledger: Ledger;
  forecast: Ledger | null;
  sheet: Sheet;
  score: number;
  sides?: Side[];
}
export interface Popularity {
  spot: string;
  label: string;
  points: number;
}
export interface Action {
  spot: string;
  label: string;
  name: string;
  used: number;
}
export interface Question {
  kind: string;
  component: string | null;
  stock: string | null;
}
export interface Cell {
  spot: string;
  label: string;
  cell: string;
  floor: number;
  row: number;
  column: number;
  thing: string | null;
  name: string;
  hosts: string[];
  building: number | null;
  discs: number;
  shut: boolean;
  used: boolean;
  cars: number;
  room_for_cars: number;
  people: Outside[];
}
export interface Outside {
  kind: string;
  colour: ("orange" | "red" | "white" | "yellow") | null;
  service: string | null;
  name: string;
}
export interface Edge {
  spot: string;
  label: string;
  edge: string;
  boundary: boolean;
  entrance: boolean;
  car: boolean;
}
export interface Column {
  spot: string;
  label: string;
  patients: Outside[];
  slots: number | null;
}
export interface Move {
  people: Person[];
  asked: number | null;
  minutes: number;
  saved: number;
}
export interface Person {
  kind: string;
  colour: ("orange" | "red" | "white" | "yellow") | null;
  service: string | null;
  name: string;
  from: string;
  to: string | null;
  minutes: number | null;
  path: string[];
}
export interface Ledger {
  care: number;
  salaries: number;
  upkeep: number;
  saved: number;
  helipads: number;
  result: number;
  cash_before: number;
  sold: number;
  missing: number;
  bought: number;
  cash_after: number;
  owed: number;
}
export interface Sheet {
  track: number;
  doctors: number;
  nurses: number;
  staff: number;
  buildings: number;
  rooms: number;
  patients: number;
  time: number;
  gardens: number;
  total: number;
}
export interface Side {
  spot: string;
  label: string;
  car: boolean;
}
