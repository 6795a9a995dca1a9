import type { Tint } from "./view";

// Outlines on a 24 x 24 grid, drawn for this project. Every colour has a shape of its own.

const HEART =
  "M12 21C5.500 16.300 2 12.800 2 8.700C2 5.500 4.400 3.300 7.200 3.300c2 0 3.700 1.100 4.800 3c1.100-1.900 2.800-3 4.800-3c2.800 0 5.200 2.200 5.200 5.400c0 4.100-3.500 7.600-10 12.300Z";
const LEAF =
  "M3 22C2.200 10.500 8.500 3 21.500 2.500c.6 12-5.400 18.400-14.800 17.500l4.800-7.500l-6 6.300L3 22Z";
const DIAMOND = "M12 1.500L21 12L12 22.500L3 12Z";
const CROSS = "M9 3h6v6h6v6h-6v6H9v-6H3V9h6Z";

function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, at) => {
    const angle = (Math.PI * at) / points - Math.PI / 2;
    const radius = at % 2 ? inner : outer;
    return `${(12 + radius * Math.cos(angle)).toFixed(2)} ${(12 + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

const SUN = star(8, 11.5, 6.8);

const SYMBOLS: Record<Tint, string> = {
  red: HEART,
  yellow: SUN,
  green: LEAF,
  blue: DIAMOND,
  white: CROSS,
};

export const symbol = (colour: Tint): string => SYMBOLS[colour] ?? DIAMOND;

const TINTS = new Set<string>(["red", "yellow", "green", "blue"]);

/** The style sheet's variable for a colour, with an optional ending such as "-ink". */
export const paint = (colour: string, ending = ""): string =>
  TINTS.has(colour) ? `var(--${colour}${ending})` : `var(--nurse${ending})`;

export const DROP =
  "M12 1.500c4.500 6 7.500 9.300 7.500 13.500a7.500 7.500 0 0 1-15 0C4.500 10.800 7.500 7.500 12 1.500Z";
export const PERSON_BODY = "M3 22.500c0-7.500 3.500-11 9-11s9 3.500 9 11Z";
