export type Span =
  | { kind: "text"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "code"; text: string }
  | { kind: "rule"; text: string };

export type Block =
  { kind: "paragraph"; spans: Span[] } | { kind: "table"; head: Span[][]; rows: Span[][][] };

/** The inline parts of `line`: code, strong text and references to clauses of `known`. */
export function spans(line: string, known: ReadonlySet<string>): Span[] {
  const parts = line.split(/(`[^`]+`|\*\*[^*]+\*\*|\b[A-Z]+-\d+(?:\.\d+)?[a-z]?)/);
  return parts.filter(Boolean).map((part): Span => {
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2)
      return { kind: "code", text: part.slice(1, -1) };
    if (part.startsWith("**") && part.length > 4)
      return { kind: "strong", text: part.slice(2, -2) };
    return { kind: known.has(part) ? "rule" : "text", text: part };
  });
}

const cells = (line: string) =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());

const isRow = (line: string) => line.trim().startsWith("|");
const isRuler = (line: string) => /^[\s|:-]+$/.test(line) && line.includes("-");

/** The paragraphs and tables of a rule text. */
export function blocks(source: string, known: ReadonlySet<string>): Block[] {
  const found: Block[] = [];
  for (const chunk of source.split(/\n\s*\n/)) {
    const lines = chunk.split("\n").filter((line) => line.trim());
    const prose = lines.filter((line) => !isRow(line)).join(" ");
    const [head, ...rows] = lines.filter((line) => isRow(line) && !isRuler(line));
    if (prose) found.push({ kind: "paragraph", spans: spans(prose, known) });
    const inner = (line: string) => cells(line).map((cell) => spans(cell, known));
    if (head) found.push({ kind: "table", head: inner(head), rows: rows.map(inner) });
  }
  return found;
}
