// What a click means where the rules ask for several choices in a fixed order and the hand does not.

import type { CellView, Question } from "./view";

export interface Plan {
  /** Pieces to choose, one after the other, as soon as they can be. */
  queue: string[];
  /** Whether the last choice has to be taken back first. */
  undo: boolean;
  /** A cell kept in mind as the second one of a swap. */
  held: string | null;
}

const NOTHING: Plan = { queue: [], undo: false, held: null };

/** A click on a card of the own hand; null: as usual. */
export function cardClick(
  question: Question | null,
  spot: string,
  legal: boolean,
  canUndo: boolean,
): Plan | null {
  if (question?.kind === "place_cell" && !legal && question.card !== spot && canUndo)
    return { ...NOTHING, undo: true, queue: [spot] };
  return null;
}

/**
 * A click on a cell while two cells are chosen for a swap; null: as usual.
 *
 * A pair is named from the cell that comes first in cell order; people may click in either order.
 */
export function swapClick(
  question: Question | null,
  cell: CellView,
  legal: boolean,
  canUndo: boolean,
  chosen: string | null,
  held: string | null,
): Plan | null {
  if (!cell.card) return null;
  if (question?.kind === "first_cell") {
    if (held && held !== cell.spot && legal) return { ...NOTHING, queue: [cell.spot, held] };
    if (!legal) return { ...NOTHING, held: held === cell.spot ? null : cell.spot };
  }
  if (question?.kind === "second_cell" && !legal && canUndo && chosen) {
    const queue = cell.spot === chosen ? [] : [cell.spot, chosen];
    return { ...NOTHING, undo: true, queue };
  }
  return null;
}
