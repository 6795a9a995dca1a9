import type { Choice } from "./protocol";
import type { TableSession } from "./table.svelte";

/**
 * Pieces to choose one after the other, each as soon as a question for it is open: what one press
 * means where the rules ask for several choices. Made while a component is.
 */
export class FollowUp {
  private queue: string[] = $state([]);
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
    this.queue = spots;
  }

  /** Does `choice`, and chooses these pieces from the question after it on. */
  act(choice: Choice, spots: string[]): void {
    this.after = this.session.state?.version ?? -1;
    this.queue = spots;
    void this.session.act(choice);
  }

  private next(): void {
    const [spot, ...rest] = this.queue;
    const version = this.session.state?.version ?? -1;
    if (spot === undefined || this.session.busy || !this.session.myTurn) return;
    if (version <= this.after) return;
    const [choice, another] = this.session.spots.get(spot) ?? [];
    this.after = version;
    this.queue = choice && !another ? rest : [];
    if (choice && !another) void this.session.act(choice);
    else this.missed(spot);
  }
}
