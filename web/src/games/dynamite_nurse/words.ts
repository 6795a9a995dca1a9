// The few words drawn on the Dynamite Nurse table itself; the words of the edition are in the view.

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const some = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

export const words = {
  capital,
  turn: (turn: number) => `Turn ${turn}`,
  turnOf: (name: string) => `${name}'s turn`,
  notNow: (count: number) =>
    count === 1 ? "One more card, not for now" : `${count} more cards, not for now`,
  decides: "decides now",
  atTurn: "at turn",
  phase: (phase: number, phases: number) => `Phase ${phase + 1} of ${phases}`,
  left: "left",
  either: "of either kind",
  pools: "Points of this turn",
  becomes: (value: string) => `becomes ${value}`,
  hand: "Your hand",
  all: (label: string, count: number) => `${label} ×${count}`,
  handOf: (name: string) => `Hand of ${name}`,
  hidden: (count: number) => some(count, "hidden card"),
  noHand: "No cards in hand.",
  play: "Played this turn",
  nothingPlayed: "Nothing played yet.",
  discard: "Discard pile",
  deckKnown: (deck: string, count: number) => `Your ${deck}: ${count}, in unknown order`,
  empty: "empty",
  others: "Other players",
  town: (town: string) => `Supply of the ${town}`,
  piles: "Piles",
  none: "none",
  nobody: "nobody yet",
  known: (name: string) => `on top: ${name}`,
  looked: "Cards of the pile that you look through",
  secondEvent: "The second card of the pile",
  trade: (names: string) => `Trade: ${names}`,
  place: (place: number, places: number, leading: string, trailing: string) => {
    if (place === 1) return leading;
    return place === places ? trailing : `${place}`;
  },
  emptyCart: "free",
  inCharge: (name: string) => `${name} in charge`,
  full: "full: the next one worsens a patient instead",
  bed: (bed: number) => `Bed ${bed}`,
  noBed: (count: number, beds: string) =>
    count === 1 ? `1 patient more than ${beds}` : `${count} patients more than ${beds}`,
  extraPlace: "no bed",
  freeBed: "free",
  upkeep: "Upkeep",
  paid: "paid",
  owes: "not paid yet",
  severity: "Severity",
  below: "The card below",
  thenSeverity: (value: number) => `then ${value}`,
  counted: (count: number) => `(${count} counted)`,
  vp: "VP",
  vpNow: "VP now",
  cards: (count: number) => some(count, "card"),
  inHand: "in hand",
  pack: (title: string, version: string, author: string) =>
    `Card pack: ${title} ${version}${author ? `, by ${author}` : ""}`,
  reconstructed: "not all values are known from the printed card",
  reconstructedValues: (keys: string[]) =>
    `Not known from the printed card: ${keys.map((key) => VALUES[key] ?? key).join(", ")}`,
  aside: (name: string) => `Set aside at the end: ${name}`,
  box: "Out of the game",
  rates: (penalty: number[]) => `VP for 0, 1, 2 … : ${penalty.join(", ")}`,
  effects: {
    elsewhere: "patients of others may be treated",
    may_skip: "admission may be skipped",
    to_hand: "bought cards come into the hand",
    extra: (count: number) => `${some(count, "nurse")} more with each`,
    acquire: (text: string) => `for each patient: ${text}`,
  },
  sheet: {
    admitted: "Admitted patients",
    cards: "Cards",
    endings: "Nurses at the end",
    total: "Total",
  },
};

const VALUES: Record<string, string> = {
  sub_type: "kind",
  copies: "number of copies",
  vp: "VP",
  tp: "points for treatment",
  steps: "rule",
};
