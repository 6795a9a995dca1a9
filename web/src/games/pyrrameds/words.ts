// The few words that are drawn on the Pyrrameds table itself; all sentences come from the server.

import type { Letter, Order } from "./view";

export const words = {
  turn: (turn: number, most: number) =>
    most > 0 ? `Turn ${turn} of at most ${most}` : `Turn ${turn}`,
  pyramid: "Both pyramids and the row",
  hand: "Your hand",
  others: "Other players",
  sort: "Sort by",
  orders: { type: "type", number: "number", size: "requirements" } satisfies Record<Order, string>,
  cards: (count: number) => (count === 1 ? "1 card" : `${count} cards`),
  hidden: (count: number) => `${count} unknown`,
  knownTo: (names: string) => `Known to ${names}`,
  effects: "In force",
  revealed: (name: string) => `Revealed for the swap: ${name}`,
  held: "Second card of the swap; choose the first",
  reward: (name: string, look: number, looks: number, type: string) =>
    `Reward of ${name}: look ${look} of ${looks} (${type})`,
  effect: (name: string) => `Being carried out: ${name}`,
  withoutPlace: (turns: number, most: number) => `${turns} of ${most} turns without a placement`,
  rules: { zigzag: "zigzag paths", reference: "reference paths", strict: "strict paths" },
  pile: "Pile",
  out: "Left over",
  unseen: (count: number) => `${count} cards you have not seen`,
  active: "at turn",
  types: {
    R: "red",
    B: "blue",
    G: "green",
    O: "orange",
    U: "purple",
    T: "turquoise",
    "?": "wildcard",
  } satisfies Record<Letter, string>,
  noPath: "Path",
};
