// The words of looking back that come with its bar.

export const words = {
  round: "Round",
  begin: (name: string) => `Play on from here as ${name}`,
  tryOut: "Try out from here",
  at: (viewing: string, round: number) => (round > 0 ? `${viewing}, round ${round}` : viewing),
  keys: (rounds: boolean) =>
    `Arrow keys go by moves, Page Up and Page Down by turns${rounds ? ", with Shift by rounds" : ""}, Home and End to the ends; Esc goes back to now. The address leads to this position.`,
};
