// What sentences need: names of either direction of writing, and one mark at every end.

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATE = "\u2068";
const END_OF_ISOLATE = "\u2069";

/** A name for the middle of a sentence: it keeps its own direction, the sentence its own. */
export const isolated = (name: string) =>
  RIGHT_TO_LEFT.test(name) ? `${ISOLATE}${name}${END_OF_ISOLATE}` : name;

/** Parts as sentences one after the other; a part that ends with a mark keeps it. */
export const sentences = (parts: string[]) =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (/[.!?…]["'”’)\u2069]*$/.test(part) ? part : `${part}.`))
    .join(" ");
