import type { Choice } from "./protocol";

export type Pick =
  { kind: "one"; choice: Choice } | { kind: "several"; choices: Choice[] } | { kind: "none" };

export type SpotIndex = ReadonlyMap<string, Choice[]>;

/** For every spot the choices that name it, in the server's order. */
export function spotIndex(choices: Choice[]): SpotIndex {
  const index = new Map<string, Choice[]>();
  for (const choice of choices) {
    for (const spot of new Set(choice.spots)) {
      const there = index.get(spot);
      if (there) there.push(choice);
      else index.set(spot, [choice]);
    }
  }
  return index;
}

/** What a click on `spot` means. */
export function pick(index: SpotIndex, spot: string): Pick {
  const choices = index.get(spot) ?? [];
  const [first] = choices;
  if (!first) return { kind: "none" };
  return choices.length === 1 ? { kind: "one", choice: first } : { kind: "several", choices };
}

export interface NumberedChoice {
  number: number;
  choice: Choice;
}

export interface ChoiceGroup {
  name: string;
  choices: NumberedChoice[];
}

/**
 * The choices that contain every word of `filter`, numbered from 1, grouped in order of appearance;
 * groups that name no piece ("done", "pass") come last, so that nobody ends a turn by haste.
 */
export function groupChoices(choices: Choice[], filter = ""): ChoiceGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, ChoiceGroup>();
  const shown = choices.filter((choice) => words.every((word) => haystack(choice).includes(word)));
  const names = [...new Set(shown.map((choice) => choice.group))];
  const onTable = (name: string) =>
    shown.some((choice) => choice.group === name && choice.spots.length > 0);
  names.sort((a, b) => Number(onTable(b)) - Number(onTable(a)));
  let number = 0;
  for (const name of names) {
    const own = shown.filter((choice) => choice.group === name);
    groups.set(name, { name, choices: own.map((choice) => ({ number: ++number, choice })) });
  }
  return [...groups.values()];
}

function haystack({ label, sentence, notation, group }: Choice): string {
  return `${label} ${sentence} ${notation} ${group}`.toLowerCase();
}

/** The choice with number `number` among the groups shown. */
export function choiceNumber(groups: ChoiceGroup[], number: number): Choice | undefined {
  return groups.flatMap((group) => group.choices).find((entry) => entry.number === number)?.choice;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The index of the box that an arrow key leads to from `from`, or -1. */
export function nearest(from: Box, boxes: Box[], key: string): number {
  const score = (box: Box) => distance(from, box, key);
  let best = -1;
  boxes.forEach((box, at) => {
    if (score(box) < (best < 0 ? Infinity : score(boxes[best] as Box))) best = at;
  });
  return best;
}

function distance(from: Box, to: Box, key: string): number {
  const dx = (to.left + to.right - from.left - from.right) / 2;
  const dy = (to.top + to.bottom - from.top - from.bottom) / 2;
  const along = { ArrowRight: dx, ArrowLeft: -dx, ArrowDown: dy, ArrowUp: -dy }[key];
  if (along === undefined || along <= 1) return Infinity;
  const across = Math.abs(key === "ArrowRight" || key === "ArrowLeft" ? dy : dx);
  return across > 2.5 * along ? Infinity : along + 2 * across;
}
