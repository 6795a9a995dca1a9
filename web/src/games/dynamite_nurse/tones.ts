// Colours that are the same by day and by night: faces, hair, hats.

export const SKIN = ["#f6d0b1", "#e3ab80", "#b97a50", "#8a5636"] as const;
export const HAIR = ["#3a2a22", "#7b4a25", "#c98f3f", "#a63f2a", "#5a5f6e", "#7a4f86"] as const;
export const HATS = ["#8a5a2f", "#5c6b3a", "#7a3f3f", "#3f5a7a"] as const;

/** The ground behind a patient of each condition; its picture tells the condition too. */
export const GROUNDS = [
  "var(--sick)",
  "var(--wounded)",
  "var(--cursed)",
  "var(--poisoned)",
] as const;
