// Made from view.schema.json by `make view-types`: change the engine's view, not this file.

export interface PyrramedsView {
  game: string;
  viewer: number;
  turn: number;
  active: number | null;
  start_player: number;
  row_size: number;
  path_rule: "reference" | "strict" | "zigzag";
  loose_patient_swap: boolean;
  blocked_after: BlockedAfter;
  pyramid: Pyramid[];
  ends: End[];
  effects: Effect[];
  hands: Hand[];
  pile: Pile | null;
  out: Revealed[];
  unseen: Unseen[];
  deck: {
    [k: string]: string;
  };
  reward: Reward | null;
  effect: Effect | null;
  revealed: Revealed | null;
  chosen: string | null;
  question: Question | null;
  over: boolean;
  ending: string;
  ranking: number[][] | null;
}
export interface BlockedAfter {
  /**
   * @minItems 2
   * @maxItems 2
   */
  passes: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  turns_without_place: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  turns: [number, number];
}
export interface Pyramid {
  y: number;
  cells: End[];
}
export interface End {
  spot: string;
  label: string;
  x: number;
  y: number;
  card: Revealed | null;
  open: boolean;
  supports: string[];
  numbers: number[];
  takes: string | null;
}
export interface Revealed {
  id: string;
  name: string;
  kind: "medicine" | "patient" | "special";
  notation: string;
  number: number | null;
  type: ("?" | "B" | "G" | "O" | "R" | "T" | "U") | null;
  needs: ("?" | "B" | "G" | "O" | "R" | "T" | "U")[];
  animal: string | null;
  effect: Effect | null;
}
export interface Effect {
  id: string;
  name: string;
  text: string;
  clause: string;
  standing: boolean;
}
export interface Hand {
  spot: string;
  label: string;
  seat: number;
  count: number;
  cards: Card[];
  hidden: number;
  sheet: Sheet | null;
}
export interface Card {
  spot: string;
  label: string;
  id: string;
  name: string;
  kind: "medicine" | "patient" | "special";
  notation: string;
  number: number | null;
  type: ("?" | "B" | "G" | "O" | "R" | "T" | "U") | null;
  needs: ("?" | "B" | "G" | "O" | "R" | "T" | "U")[];
  animal: string | null;
  effect: Effect | null;
  known_to?: number[];
}
export interface Sheet {
  dealt: number;
  left: number;
  total: number;
  icons: number;
}
export interface Pile {
  spot: string;
  label: string;
  count: number;
  cards: Revealed[];
}
export interface Unseen {
  id: string;
  name: string;
}
export interface Reward {
  seat: number;
  named: number | null;
  look: number;
  needs: ("?" | "B" | "G" | "O" | "R" | "T" | "U")[];
}
export interface Question {
  kind: string;
  card: string | null;
  put_back: string[];
  paths: {
    [k: string]: string[];
  };
}
