import type { Choice } from "./protocol";
import type { TableSession } from "./table.svelte";

/** A choice that is still to come: the only one that names a piece, or the one of a notation. */
type Wanted = { spot: string } | { notation: string };

/**
 * Choices to make one after the other, each as soon as a question for it is open: what one press
 * means where the rules ask for several. Made while a component is.
 */
export class FollowUp {
  private queue: Wanted[] = $state([]);
  /** The next choice is asked for after this version. */
  private after = -1;

  /**
   * @param missed What is done where not exactly one choice names the next piece; the rest is
   *   forgotten then.
   */
  constructor(
    private readonly session: TableSession,
    private readonly missed: (spot: string) => void = () => undefined,
  ) {
    $effect(() => this.next());
  }

  /** Chooses these pieces, from the question that is open; what was to follow is forgotten. */
  begin(spots: string[]): void {
    this.after = -1;
    this.queue = pieces(spots);
  }

  /** Does `choice` so many times, as long as it is offered again. */
  repeat(choice: Choice, times: number): void {
    this.after = -1;
    this.queue = Array.from({ length: times }, () => ({ notation: choice.notation }));
  }

  /** Does `choice`, and chooses these pieces from the question after it on. */
  act(choice: Choice, spots: string[]): void {
    this.after = this.session.state?.version ?? -1;
    this.queue = pieces(spots);
    void this.session.act(choice);
  }

  private next(): void {
    const [wanted, ...rest] = this.queue;
    const version = this.session.state?.version ?? -1;
    if (wanted === undefined || this.session.busy || !this.session.myTurn) return;
    if (version <= this.after) return;
    const choice = this.find(wanted);
    this.after = version;
    this.queue = choice ? rest : [];
    if (choice) void this.session.act(choice);
    else if ("spot" in wanted) this.missed(wanted.spot);
  }

  private find(wanted: Wanted): Choice | undefined {
    if ("notation" in wanted)
      return this.session.choices.find(({ notation }) => notation === wanted.notation);
    const [choice, another] = this.session.spots.get(wanted.spot) ?? [];
    return another ? undefined : choice;
  }
}

const pieces = (spots: string[]): Wanted[] => spots.map((spot) => ({ spot }));
