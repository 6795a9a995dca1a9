import { call } from "../lib/api";

/** How a game went, as the server tells it. */
export interface Course {
  /** The versions at which another round began, with its number. */
  rounds: [version: number, round: number][];
  /** By version the points of each seat; null while they may tell secrets. */
  points: number[][] | null;
}

let known: { key: string; course: Promise<Course> } | null = null;

/** How the game at `table` went up to `version`; the last answer is kept. */
export function getCourse(table: string, version: number, token: string | null): Promise<Course> {
  const key = `${table}/${version}/${token ?? ""}`;
  if (known?.key === key) return known.course;
  const course = call<Course>(`tables/${encodeURIComponent(table)}/course`, { token });
  known = { key, course };
  course.catch(() => (known = null));
  return course;
}

export interface Plot {
  /** From the lowest to the highest line of the scale. */
  scale: number[];
  low: number;
  high: number;
}

const STEPS = [1, 2, 5];

/** A scale of about `lines` round numbers that holds all points, and 0. */
export function plotOf(points: number[][], lines = 4): Plot {
  const all = points.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  let step = 1;
  for (let power = 1; (most - least) / step > lines; power *= 10)
    for (const part of STEPS) if ((most - least) / step > lines) step = part * power;
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  const scale = Array.from({ length: (high - low) / step + 1 }, (_, at) => low + at * step);
  return { scale, low, high };
}

/** The steps of one seat as the path of an SVG. */
export function pathOf(values: number[], x: (at: number) => number, y: (points: number) => number) {
  const path = [`M${x(0)} ${y(values[0] ?? 0)}`];
  values.forEach((value, at) => {
    if (at > 0 && value !== values[at - 1]) path.push(`H${x(at)}V${y(value)}`);
  });
  return `${path.join("")}H${x(values.length - 1)}`;
}

/** Heights at which labels do not cover each other: each at least `gap` below the one above it. */
export function spread(wanted: number[], gap: number, bottom: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const found = [...wanted];
  let free = -Infinity;
  for (const at of order) {
    found[at] = Math.max(wanted[at] ?? 0, free);
    free = (found[at] ?? 0) + gap;
  }
  let most = bottom;
  for (const at of order.reverse()) {
    found[at] = Math.min(found[at] ?? 0, most);
    most = (found[at] ?? 0) - gap;
  }
  return found;
}

/** At most so many of the numbers from 0 to `last`, evenly, both ends among them. */
export function some(last: number, most: number): number[] {
  const count = Math.min(last, most - 1);
  if (count <= 0) return [0];
  return Array.from({ length: count + 1 }, (_, at) => Math.round((at * last) / count));
}
