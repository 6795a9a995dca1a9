/** What is shown as one step. */
export interface Step {
  /** Nothing is told of it: it takes no time of its own. */
  silent: boolean;
}

/** So far may what is shown lag behind; of more, the oldest are left out. */
export const MOST_WAITING = 60;

/**
 * Steps one after another: each is shown for `pace()` milliseconds before the next takes its place.
 * A step shows a whole position, so leaving steps out is never wrong.
 */
export class Pacer<T extends Step> {
  /** Steps that are known and not shown yet. */
  count = $state(0);
  private waiting: T[] = [];
  private freeAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (step: T) => void,
    private readonly pace: () => number,
  ) {}

  /** Shows `step` when its time has come: now, if nothing is being looked at. */
  add(step: T): void {
    if (this.pace() === 0) return this.now(step);
    const last = this.waiting.at(-1);
    if (last?.silent) this.waiting.pop();
    this.waiting.push(step);
    if (this.waiting.length > MOST_WAITING) this.waiting.shift();
    this.count = this.waiting.length;
    this.timer ??= this.wait();
  }

  /** Shows `step` instead of all that waits. */
  now(step: T): void {
    this.drain();
    this.present(step);
  }

  /** Shows the newest step instead of all that waits. */
  skip(): void {
    const newest = this.drain();
    if (newest) this.present(newest);
  }

  /** Forgets what waits; the newest of it, if there was something. */
  drain(): T | undefined {
    clearTimeout(this.timer);
    this.timer = undefined;
    const newest = this.waiting.at(-1);
    this.waiting = [];
    this.count = 0;
    return newest;
  }

  private wait(): ReturnType<typeof setTimeout> | undefined {
    const left = this.freeAt - performance.now();
    if (left > 0) return setTimeout(() => this.next(), left);
    this.next();
    return this.timer;
  }

  private next(): void {
    this.timer = undefined;
    const step = this.waiting.shift();
    this.count = this.waiting.length;
    if (!step) return;
    this.present(step);
    if (this.waiting.length > 0) this.timer ??= this.wait();
  }

  private present(step: T): void {
    if (!step.silent) this.freeAt = performance.now() + this.pace();
    this.show(step);
  }
}
