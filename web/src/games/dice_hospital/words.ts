// The few words that are drawn on the Dice Hospital table itself; all sentences come from the server.

import { printed } from "../../lib/numbers";
import type { DiceHospitalView, Section } from "./view";

const signed = (points: number) => (points > 0 ? `+${points}` : printed(points));

export const words = {
  round: (round: number, rounds: number) => `Round ${round} of ${rounds}`,
  setUp: "Set-up",
  phases: [
    "Set-up",
    "Intake",
    "Improvement",
    "Activation",
    "Neglect",
    "Discharge",
    "Shift change",
    "Collections",
  ],
  ward: (ward: number) => `Ward ${ward}`,
  ambulances: "Ambulances",
  market: "Improvements on offer",
  sold: "Nothing is left on offer.",
  soldSolo: "In phase 2 one department and one specialist are revealed.",
  departments: "Departments",
  team: "Staff",
  others: "Other hospitals",
  pointsWord: "points",
  firstPlayer: "First player",
  firstPlayerIs: (name: string) => `First player: ${name}`,
  discharged: "Discharged",
  waiting: "To be placed",
  arrived: "Waiting",
  dealt: "Choose your administrator",
  rolled: "To be sorted into the ambulances",
  pending: "may act now",
  done: "Done",
  bag: (count: number) => `Bag: ${count} dice`,
  ambulance: (number: number) => `Ambulance ${number}`,
  arrivals: "Arrivals",
  sendBack: "Choose the one that goes back into the bag. The others stay.",
  noArrivals: "In phase 1 four patients arrive; one of them is sent back.",
  passedOn: "Passed on",
  event: "Event of this round",
  clause: (clause: string) => `Rule ${clause}`,
  reconstructed: "reconstructed",
  reconstructedHelp: "Reconstructed: not printed in any source that we know.",
  shut: "Shut this round",
  copies: (name: string) => `copies the ${name}`,
  reports: "Medical reports",
  upper: "upper",
  lower: "lower",
  filed: (column: number) => `Column ${column} is done`,
  completed: (count: number, points: number) =>
    `Completed: ${count} ${count === 1 ? "report" : "reports"}, ${signed(points)}`,
  filedReports: (count: number) => `${count} completed`,
  noneCompleted: "None completed yet",
  collections: "Final round collections",
  collectionsHelp:
    "A patient of the colour and value of a free space may be collected: 1 point. Those left behind cost 1 point each.",
  back: (number: number) => `Ambulance ${number}`,
  taken: "taken",
  points: {
    title: "Points for discharges",
    now: (patients: number, points: number) =>
      `${patients} discharged: ${signed(points)}${patients === 0 ? "" : " at the end of the round"}`,
    short: (patients: number, points: number) => `${patients} discharged: ${signed(points)}`,
    cell: (patients: number, points: number) =>
      `${patients} ${patients === 1 ? "patient" : "patients"}: ${points} ${points === 1 ? "point" : "points"}`,
    patients: "Patients discharged in the round",
    points: "Points",
  },
  material: "Own material",
  materialHelp: (checksum: string) =>
    `This table is played with the values of a player's own file (checksum ${checksum.slice(0, 12)}).`,
  signed,
  sheet: {
    round: "Round",
    caption: "Points of each round, and in brackets the patients discharged",
    rounds: "Round by round",
    perRound: "Points, and patients discharged",
    sources: {
      table: "Discharges",
      administrator: "Administrator",
      event: "Events",
      registrar: "Registrar",
      empty: "Empty hospital",
      collected: "Patients collected",
      left_behind: "Patients left behind",
      reports: "Medical reports",
      bags: "Blood bags left",
      fatalities: "Fatalities",
    },
    total: "Total",
  },
};

/** What is worth knowing of a part of the table while it is folded. */
export function briefs(view: DiceHospitalView): Record<Section, string> {
  const { departments, specialists } = view.display;
  const offer = [...departments, ...specialists].map((card) => card.name);
  const filled = view.collections.filter((space) => space.filled).length;
  return {
    ambulances: words.bag(view.bag.count),
    market: offer.join(", ") || words.sold,
    own: "",
    reports: view.completed.length > 0 ? words.filedReports(view.completed.length) : "",
    collections: `${filled} / ${view.collections.length}`,
  };
}
