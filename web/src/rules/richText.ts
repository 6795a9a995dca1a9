import type { Term } from "../lib/protocol";

export type Span =
  | { kind: "text"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "emphasis"; text: string }
  | { kind: "code"; text: string }
  | { kind: "rule"; text: string }
  /** Where a rule comes from, such as [FOUND]. */
  | { kind: "mark"; text: string }
  /** A word of the glossary. */
  | { kind: "term"; text: string; term: Term; strong: boolean };

/** A line of a list; `clause` is its number if it is a rule. */
export interface Item {
  clause: string | null;
  spans: Span[];
}

/** A row of a table; `clause` is its number if it is a rule. */
export interface Row {
  clause: string | null;
  cells: Span[][];
}

export type Block =
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "heading"; level: number; spans: Span[] }
  | { kind: "list"; items: Item[] }
  | { kind: "picture"; says: string; file: string }
  | { kind: "code"; text: string }
  | { kind: "table"; head: Span[][]; rows: Row[] };

const MARK =
  /^\[(?:FOUND|DERIVED|RECON|RULING|RB|EX|[BQFR]|[TV]\d[\d-]*|RUL-\d+|R-\d+|Q [A-Z][\w ]*)(?:[,;] [^\]]*)?\]$/;
const PARTS =
  /(`[^`]+`|\*\*[^*]+\*\*|\*[A-Za-z][^*]*\*|\[[A-Z][^\]]*\]|\b[A-Z]+-\d+(?:\.\d+)?[a-z]?)/;
const PICTURE = /^!\[([^\]]*)\]\(([\w-]+\.svg)\)$/;
const NUMBERED = /^([A-Z]+-\d+(?:\.\d+)?[a-z]?) (.+)$/;

/** The words of a glossary, found in texts: each one once, until a new section begins. */
export class Glossary {
  readonly #terms = new Map<string, Term>();
  readonly #pattern: RegExp | null;
  readonly #seen = new Set<Term>();

  constructor(terms: readonly Term[] = []) {
    for (const term of terms)
      for (const form of [term.name, ...term.forms]) {
        this.#terms.set(form, term);
        this.#terms.set(form.charAt(0).toUpperCase() + form.slice(1), term);
      }
    const forms = [...this.#terms.keys()].sort((one, other) => other.length - one.length);
    const escaped = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.#pattern = forms.length ? new RegExp(`\\b(${escaped.join("|")})\\b`) : null;
  }

  /** A new section begins: every word is explained anew. */
  forget() {
    this.#seen.clear();
  }

  /** The parts of a plain text, with the words that were not explained yet. */
  mark(text: string): Span[] {
    if (!this.#pattern) return [{ kind: "text", text }];
    return text
      .split(this.#pattern)
      .filter(Boolean)
      .map((part): Span => {
        const term = this.#terms.get(part);
        if (!term || this.#seen.has(term)) return { kind: "text", text: part };
        this.#seen.add(term);
        return { kind: "term", text: part, term, strong: false };
      });
  }

  /** A text in bold type: a word of the glossary is always explained there. */
  strong(text: string): Span {
    const term = this.#terms.get(text);
    if (!term) return { kind: "strong", text };
    this.#seen.add(term);
    return { kind: "term", text, term, strong: true };
  }
}

/** The word of a glossary that the name of a piece holds: in its first words, before the details. */
export function termIn(label: string, terms: readonly Term[]): Term | null {
  const [start = label] = label.split(/[.:,;(]/);
  for (const part of [start, start.toLowerCase()]) {
    const found = new Glossary(terms).mark(part).find((span) => span.kind === "term");
    if (found?.kind === "term") return found.term;
  }
  return null;
}

/** What a word means, without the marks of the text and the number of its rule. */
export const plainTerm = (term: Term) =>
  term.text.replace(/[*`]/g, "").replace(/ \([A-Z]+-[\d.]+\)/, "");

/** Neighbouring pieces of plain text as one. */
function joined(parts: Span[]): Span[] {
  const found: Span[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.kind === "text" && last?.kind === "text") last.text += part.text;
    else found.push({ ...part });
  }
  return found;
}

/** The parts of a mark: references to rules stay references. */
function mark(text: string, known: ReadonlySet<string>): Span[] {
  return text
    .split(/\b((?:R|RUL)-\d+)\b/)
    .filter(Boolean)
    .map((part): Span => ({ kind: known.has(part) ? "rule" : "mark", text: part }));
}

/** The inline parts of `line`: type, references to clauses of `known`, words that are explained. */
export function spans(
  line: string,
  known: ReadonlySet<string>,
  glossary: Glossary = new Glossary(),
): Span[] {
  return joined(
    line
      .split(PARTS)
      .filter(Boolean)
      .flatMap((part): Span[] => {
        if (/^`[^`]+`$/.test(part)) return [{ kind: "code", text: part.slice(1, -1) }];
        if (/^\*\*[^*]+\*\*$/.test(part)) return [glossary.strong(part.slice(2, -2))];
        if (/^\*[A-Za-z][^*]*\*$/.test(part))
          return [{ kind: "emphasis", text: part.slice(1, -1) }];
        if (MARK.test(part)) return mark(part, known);
        if (known.has(part)) return [{ kind: "rule", text: part }];
        return glossary.mark(part);
      }),
  );
}

const cells = (line: string) =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

const isRow = (line: string) => line.trim().startsWith("|");
const isRuler = (line: string) => /^[\s|:-]+$/.test(line) && line.includes("-");

type Kind = "heading" | "list" | "picture" | "table" | "paragraph";

function kindOf(line: string): Kind {
  if (/^#{2,} /.test(line)) return "heading";
  if (line.startsWith("- ")) return "list";
  if (PICTURE.test(line.trim())) return "picture";
  return isRow(line) ? "table" : "paragraph";
}

/** Lines of one kind after the other; a heading and a picture stand alone. */
function groups(text: string): { kind: Kind; lines: string[] }[] {
  const found: { kind: Kind; lines: string[] }[] = [];
  let open = false;
  for (const line of text.split("\n")) {
    if (!line.trim()) {
      open = false;
      continue;
    }
    const kind = kindOf(line);
    const last = found.at(-1);
    if (open && last?.kind === kind && kind !== "heading" && kind !== "picture")
      last.lines.push(line);
    else found.push({ kind, lines: [line] });
    open = true;
  }
  return found;
}

/** The blocks of a rule text or of a guide, in their order. */
export function blocks(
  source: string,
  known: ReadonlySet<string>,
  glossary: Glossary = new Glossary(),
): Block[] {
  const inner = (text: string) => spans(text, known, glossary);

  function item(line: string): Item {
    const [, number, rest] = NUMBERED.exec(line) ?? [];
    return number && rest && known.has(number)
      ? { clause: number, spans: inner(rest) }
      : { clause: null, spans: inner(line) };
  }

  function row(line: string): Row {
    const texts = cells(line);
    const first = texts[0] ?? "";
    return { clause: known.has(first) ? first : null, cells: texts.map(inner) };
  }

  function block(kind: Kind, lines: string[]): Block {
    const [first = ""] = lines;
    if (kind === "heading") {
      glossary.forget();
      const level = first.indexOf(" ");
      return { kind, level, spans: spans(first.slice(level + 1), known) };
    }
    if (kind === "picture") {
      const [, says = "", file = ""] = PICTURE.exec(first.trim()) ?? [];
      return { kind, says, file };
    }
    if (kind === "list") return { kind, items: lines.map((line) => item(line.slice(2))) };
    if (kind === "table") {
      const [head = "", ...rows] = lines.filter((line) => !isRuler(line));
      return { kind, head: cells(head).map(inner), rows: rows.map(row) };
    }
    return { kind, spans: inner(lines.map((line) => line.trim()).join(" ")) };
  }

  return source
    .split(/^```\w*\n?/m)
    .flatMap((part, at): Block[] =>
      at % 2
        ? [{ kind: "code", text: part.trimEnd() }]
        : groups(part).map(({ kind, lines }) => block(kind, lines)),
    );
}
