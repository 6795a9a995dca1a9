// The words of the guided game: fetched with its card, which most tables never show.

export const words = {
  title: "Guided game",
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  others: "The others play. Watch what they do; it goes on in a moment.",
  do: "Do it:",
  help: "Press what the arrow points at, the choice with the star, or this button.",
  leave: "Leave the guided game",
  leaving: "Play on freely from here? The guide does not come back at this table.",
  yes: "Play freely",
  no: "Stay",
  over: "The guided part is over",
  read: "Read the guide",
  done: "Go on",
};
