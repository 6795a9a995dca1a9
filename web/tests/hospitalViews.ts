// Small views of Dice Hospital for the tests, in the shape that the server sends.
import type {
  Bed,
  CardView,
  Colour,
  Department,
  DiceHospitalView,
  ReportView,
  RoundScore,
  SeatView,
  SheetView,
  SpaceView,
  Specialist,
} from "../src/games/dice_hospital/view";

export const bed = (
  at: number,
  current?: Colour,
  value = 1,
  treated = false,
  later: Colour = "red",
): Bed => ({
  spot: `seat/0/bed/${at}`,
  label: `Bed ${at}`,
  ward: Math.floor(at / 3) + 1,
  patient: current
    ? { colour: "red", current, after_phase_3: later, value, treated, notation: "" }
    : null,
});

const card = (spot: string, id: string): CardView => ({
  spot,
  label: `Label of ${id}`,
  id,
  name: `Name of ${id}`,
  colour: "blue",
  text: `Text of ${id}`,
  clause: "DH-1",
});

export const department = (id: string, changes: Partial<Department> = {}): Department => ({
  ...card(`seat/0/department/${id}`, id),
  printed: true,
  used: false,
  meeple: null,
  targeted: false,
  ...changes,
});

export const specialist = (id: string, changes: Partial<Specialist> = {}): Specialist => ({
  ...card(`seat/0/specialist/${id}`, id),
  used: false,
  pending: false,
  ...changes,
});

export const roundScore = (changes: Partial<RoundScore> = {}): RoundScore => ({
  round: 1,
  discharged: 0,
  table: 0,
  administrator: 0,
  event: 0,
  registrar: 0,
  empty: 0,
  ...changes,
});

export const sheet = (changes: Partial<SheetView> = {}): SheetView => ({
  rounds: [],
  collected: 0,
  left_behind: 0,
  reports: 0,
  bags: 0,
  fatalities: 0,
  total: 0,
  ...changes,
});

export const seat = (changes: Partial<SeatView> = {}): SeatView => ({
  seat: 0,
  score: 0,
  blood_bags: { spot: "seat/0/bags", label: "0 blood bags", count: 0 },
  fatalities: { spot: "seat/0/morgue", label: "0 fatality tokens", count: 0 },
  beds: Array.from({ length: 12 }, (_, at) => bed(at)),
  departments: [],
  nurses: { spot: "seat/0/nurses", label: "3 of 3 nurses free", free: 3, total: 3 },
  specialists: [],
  administrator: null,
  dealt: [],
  dealt_count: 0,
  discharged: [],
  waiting: [],
  ambulance: null,
  chosen: [],
  spared: null,
  recolour: null,
  done: false,
  copied: null,
  passed_on: [],
  sheet: sheet(),
  ...changes,
});

export const report = (place: string, id: string, points = 2): ReportView => ({
  spot: `report/${place}`,
  label: `Medical report ${id}`,
  id,
  colours: ["red", "green"],
  points,
  provenance: "RECON",
});

export const space = (ambulance: number, colour: Colour, filled = false): SpaceView => ({
  spot: `collection/${ambulance}/${colour}`,
  label: `Ambulance ${ambulance}: ${colour} 3, ${filled ? "taken" : "wanted"}`,
  colour,
  value: 3,
  ambulance,
  filled,
  provenance: "RECON",
});

export const hospital = (changes: Partial<DiceHospitalView> = {}): DiceHospitalView => ({
  game: "dice_hospital",
  viewer: 0,
  round: 3,
  rounds: 8,
  phase: 3,
  phase_name: "Hospital Activation",
  first_player: 0,
  order: [0],
  bag: { spot: "bag", label: "Bag with 9 dice", count: 9, red: 3, yellow: 3, green: 3 },
  ambulances: [],
  rolled: [],
  display: { departments: [], specialists: [] },
  department_stack: { spot: "department_stack", label: "9 departments face down", count: 9 },
  specialist_deck: { spot: "specialist_deck", label: "9 specialists face down", count: 9 },
  event: null,
  closed: null,
  reports: [],
  completed: [],
  collections: [],
  discharge_table: [
    { patients: 0, points: 0, provenance: "DERIVED" },
    { patients: 1, points: 1, provenance: "FOUND" },
    { patients: 2, points: 3, provenance: "RECON" },
  ],
  material: { own: false, checksum: "0123456789abcdef" },
  seats: [seat()],
  over: false,
  ranking: null,
  ...changes,
});
