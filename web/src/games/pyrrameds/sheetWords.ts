// The words of the breakdown of points, which only the end of a game shows.

export const words = {
  dealt: "Cards dealt",
  left: "Cards left in hand",
  total: "Points",
  inHand: "Left in hand",
  icons: (count: number) =>
    count === 0 ? "" : `(${count} ${count === 1 ? "requirement" : "requirements"})`,
  blocked:
    "Nobody could get rid of all cards. Fewest cards in hand wins; among equals the fewest requirements on the patients still held.",
};
