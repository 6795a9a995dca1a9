// Choosing by number: digits are gathered until they can mean one choice only.

/** So long a pause ends a number that was begun for the old question. */
const PAUSE_MS = 1000;

/** What a key did: whether it was for the number, and which choice it takes, if any. */
export interface Press {
  taken: boolean;
  number: number | null;
}

const NOT_MINE: Press = { taken: false, number: null };
const TAKEN: Press = { taken: true, number: null };

/** The numbers up to `count` that begin with the digits of `number` and have more. */
export function longerNumbers(number: number, count: number): number[] {
  const found: number[] = [];
  for (let room = 10; number * room <= count; room *= 10)
    for (let at = number * room; at < (number + 1) * room && at <= count; at += 1) found.push(at);
  return found;
}

/** "10–12, 100–125": numbers in order, neighbours as one range. */
export function ranges(numbers: number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

/**
 * The number being typed for one of the choices 1 to `count`. A number that no other one begins
 * with is taken at once; else Enter takes it. Nothing is ever taken by waiting: who hesitates over
 * the second digit has not chosen the first.
 */
export class NumberTyping {
  digits = $state("");
  /** Digits that no choice has. */
  wrong = $state("");
  /** Until then digits belong to a number that was begun for the old question. */
  private deafUntil = 0;

  constructor(private readonly count: () => number) {}

  /** What Enter would take. */
  get number(): number {
    return Number(this.digits);
  }

  /** What further digits could make of it. */
  get longer(): number[] {
    return longerNumbers(this.number, this.count());
  }

  press(key: string, now: number): Press {
    if (/^[0-9]$/.test(key)) return this.digit(key, now);
    if (!this.digits) return NOT_MINE;
    if (key === "Backspace") this.digits = this.digits.slice(0, -1);
    else if (key === "Enter") return this.take(this.number);
    else if (key === "Escape") this.clear();
    else {
      this.clear();
      return NOT_MINE;
    }
    return TAKEN;
  }

  clear(): void {
    this.digits = this.wrong = "";
  }

  /** Another question came: what was typed for the old one, and its further digits, is void. */
  drop(now: number): void {
    if (this.digits) this.deafUntil = now + PAUSE_MS;
    this.clear();
  }

  private digit(key: string, now: number): Press {
    if (now < this.deafUntil) {
      this.deafUntil = now + PAUSE_MS;
      return TAKEN;
    }
    const digits = this.digits + key;
    const number = Number(digits);
    this.wrong = "";
    if (digits.startsWith("0")) return NOT_MINE;
    if (number > this.count()) {
      this.wrong = digits;
      return TAKEN;
    }
    if (longerNumbers(number, this.count()).length === 0) return this.take(number);
    this.digits = digits;
    return TAKEN;
  }

  private take(number: number): Press {
    this.clear();
    return { taken: true, number };
  }
}
