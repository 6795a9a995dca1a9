import { untrack } from "svelte";
import type { Choice } from "./protocol";
import type { TableSession } from "./table.svelte";
import { text } from "./text";

/**
 * A choice that is still to come: the only one that names a piece, the one of a notation, or the
 * first one of a way to a place.
 */
type Wanted = { spot: string } | { notation: string } | { ways: string[][] };

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

  /**
   * Puts a piece at a place.
   *
   * @param ways Notations, one after the other, that lead there; where they part, the player chooses.
   */
  along(ways: string[][]): void {
    const choices = this.session.choices.filter(({ notation }) =>
      ways.some(([first]) => first === notation),
    );
    const [only, another] = choices;
    const go = (choice: Choice) => this.step(choice, ways);
    if (another)
      this.session.chooser = {
        title: text.drag.which,
        choices,
        go: (choice) => this.session.choose(choice, go),
      };
    else if (only) this.session.choose(only, go);
  }

  private step(choice: Choice, ways: string[][]): void {
    const taken = ways.filter(([first]) => first === choice.notation);
    const rest = taken.map((way) => way.slice(1)).filter((way) => way.length > 0);
    this.after = this.session.state?.version ?? -1;
    this.queue = rest.length > 0 ? [{ ways: rest }] : [];
    void this.session.act(choice);
  }

  private next(): void {
    const [wanted, ...rest] = this.queue;
    const version = this.session.state?.version ?? -1;
    if (wanted === undefined || this.session.busy || !this.session.myTurn) return;
    if (version <= this.after) return;
    if ("ways" in wanted) {
      this.queue = [];
      untrack(() => this.along(wanted.ways));
      return;
    }
    const choice = this.find(wanted);
    this.after = version;
    this.queue = choice ? rest : [];
    if (choice) void this.session.act(choice);
    else if ("spot" in wanted) this.missed(wanted.spot);
  }

  private find(wanted: Exclude<Wanted, { ways: string[][] }>): Choice | undefined {
    if ("notation" in wanted)
      return this.session.choices.find(({ notation }) => notation === wanted.notation);
    const [choice, another] = this.session.spots.get(wanted.spot) ?? [];
    return another ? undefined : choice;
  }
}

const pieces = (spots: string[]): Wanted[] => spots.map((spot) => ({ spot }));
