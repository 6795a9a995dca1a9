// What is said where something is tried out.

export const triedWords = {
  here: "Tried out: what if?",
  guessed:
    "What is hidden from you is guessed here: it is not what the others really hold. Chance is new, too.",
  origin: "The game that this comes from",
  back: "Back to the game",
};
