import type { RuleBook } from "../lib/protocol";

const ROW = /^\|\s*\[([A-Z]+)\][^|]*\|(?:[^|]*\|)?\s*([^|]+?)\s*\|$/;

/** What the marks of a rule book mean, such as FOUND, by the table in which it says so. */
export function marksOf(book: RuleBook): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of book.chapters.flatMap((chapter) => chapter.text.split("\n"))) {
    const [, mark, meaning] = ROW.exec(line) ?? [];
    if (mark && meaning && !found.has(mark)) found.set(mark, meaning);
  }
  return found;
}
