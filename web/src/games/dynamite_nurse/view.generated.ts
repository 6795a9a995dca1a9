// Made from view.schema.json by `make view-types`: change the engine's view, not this file.

export interface DynamiteNurseView {
  game: string;
  viewer: number;
  edition: "town" | "village";
  words: Words;
  pack: Pack;
  turn: number;
  turn_number: number;
  phase: number;
  phase_name: string;
  /**
   * @minItems 4
   * @maxItems 4
   */
  phase_names: [string, string, string, string];
  points: Points;
  town: Town;
  ambulances: Ambulance[];
  limit: number;
  looked: Looked[];
  second_event: SecondEvent | null;
  trade: Trade | null;
  seats: Seat[];
  penalty: number[];
  over: boolean;
  reason: string;
  ranking: number[][] | null;
}
export interface Words {
  town: string;
  hospital: string;
  ambulances: string;
  dungeon: string;
  graveyard: string;
  "kill mark": string;
  title: string;
  marker: string;
  tp: string;
  gold: string;
  treatment: string;
  treatments: string;
  purchase: string;
  purchases: string;
  operation: string;
  care: string;
  deck: string;
  "nurse pile": string;
  "event pile": string;
  emergency: string;
  critical: string;
  Critical: string;
  leading: "front" | "leading";
  trailing: "hindmost" | "trailing";
  acquired: "acquired" | "gained";
  beds: string;
}
export interface Pack {
  id: string;
  title: string;
  version: string;
  author: string;
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
export interface Town {
  supply: Supply[];
  events: Events;
  event_under: Spot | null;
  nurses: Nurses;
  dungeon: Dungeon;
  graveyard: Graveyard[];
  kill_marks: Counted;
  title: number | null;
  aside: string | null;
  box: Box;
}
export interface Supply {
  spot: string;
  label: string;
  id: string;
  name: string;
  nurse: boolean;
  kind: string;
  type: number;
  cost: number | null;
  gold: number;
  tp: number;
  vp: number;
  text: string;
  reconstructed: string[];
  count: number;
}
export interface Events {
  spot: string;
  label: string;
  id?: string;
  name?: string;
  nurse?: boolean;
  kind?: string;
  type?: number;
  cost?: number | null;
  gold?: number;
  tp?: number;
  vp?: number;
  text?: string;
  reconstructed?: string[];
  count: number;
}
export interface Spot {
  spot: string;
  label: string;
}
export interface Nurses {
  spot: string;
  label: string;
  count: number;
  known: string | null;
}
export interface Dungeon {
  spot: string;
  label: string;
  id?: string;
  notation?: string;
  name?: string;
  condition?: number;
  emergency?: boolean;
  critical?: boolean;
  severity?: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  severities?: [number, number];
  care?: number | null;
  upkeep?: number | null;
  vp?: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  vps?: [number, number];
  text?: string;
  reconstructed?: string[];
  count: number;
}
export interface Graveyard {
  spot: string;
  label: string;
  id: string;
  notation: string;
  name: string;
  condition: number;
  emergency: boolean;
  critical: boolean;
  severity: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  severities: [number, number];
  care: number | null;
  upkeep: number | null;
  vp: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  vps: [number, number];
  text: string;
  reconstructed: string[];
  count: number;
}
export interface Counted {
  spot: string;
  label: string;
  count: number;
}
export interface Box {
  cards: Looked[];
  kill_marks: number;
}
export interface Looked {
  spot: string;
  label: string;
  id: string;
  name: string;
  nurse: boolean;
  count: number;
}
export interface Ambulance {
  spot: string;
  label: string;
  id: string;
  notation: string;
  name: string;
  condition: number;
  emergency: boolean;
  critical: boolean;
  severity: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  severities: [number, number];
  care: number | null;
  upkeep: number | null;
  vp: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  vps: [number, number];
  text: string;
  reconstructed: string[];
  place: number;
  marker: number | null;
}
export interface SecondEvent {
  spot: string;
  label: string;
  id: string;
  name: string;
  nurse: boolean;
  kind: string;
  type: number;
  cost: number | null;
  gold: number;
  tp: number;
  vp: number;
  text: string;
  reconstructed: string[];
}
export interface Trade {
  partner: number;
  given: string | null;
  received: string | null;
}
export interface Seat {
  spot: string;
  label: string;
  seat: number;
  colour: number;
  nurse: string;
  turn: boolean;
  title: boolean;
  kill_marks: number;
  unused: Counted;
  admitted: Admitted[];
  without_bed: number;
  acquired: Acquired[];
  hand: SecondEvent[];
  hand_count: number;
  deck: Deck;
  discard: Deck;
  play: SecondEvent[];
  sheet: Sheet;
}
export interface Admitted {
  spot: string;
  label: string;
  id: string;
  notation: string;
  name: string;
  condition: number;
  emergency: boolean;
  critical: boolean;
  severity: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  severities: [number, number];
  care: number | null;
  upkeep: number | null;
  vp: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  vps: [number, number];
  text: string;
  reconstructed: string[];
  paid: boolean;
  owes: boolean;
}
export interface Acquired {
  spot: string;
  label: string;
  id: string;
  notation: string;
  name: string;
  condition: number;
  emergency: boolean;
  critical: boolean;
  severity: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  severities: [number, number];
  care: number | null;
  upkeep: number | null;
  vp: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  vps: [number, number];
  text: string;
  reconstructed: string[];
}
export interface Deck {
  spot: string;
  label: string;
  count: number;
  cards: Looked[] | null;
}
export interface Sheet {
  patients: number;
  admitted: number;
  cards: number;
  endings: number;
  counted: number;
  penalty: number;
  total: number;
}
