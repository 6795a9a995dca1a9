import { describe, expect, it } from "vitest";
import type { RuleBook, Term } from "../src/lib/protocol";
import { marksOf } from "../src/rules/marks";
import { blocks, Glossary, plainTerm, spans, termIn } from "../src/rules/richText";

const known = new Set(["P-1.2", "P-3", "R-14"]);
const stone: Term = { name: "stone", forms: ["stones"], text: "It lies there.", icon: "" };

it("finds code, strong text and known clauses", () => {
  expect(spans("Take `one` **only**, see P-1.2 and Q-9.", known)).toEqual([
    { kind: "text", text: "Take " },
    { kind: "code", text: "one" },
    { kind: "text", text: " " },
    { kind: "strong", text: "only" },
    { kind: "text", text: ", see " },
    { kind: "rule", text: "P-1.2" },
    { kind: "text", text: " and Q-9." },
  ]);
});

it("draws marks and emphasis, and leaves other brackets alone", () => {
  expect(spans("A *heap*. [FOUND] [R-14] [Sick] P*(B)", known)).toEqual([
    { kind: "text", text: "A " },
    { kind: "emphasis", text: "heap" },
    { kind: "text", text: ". " },
    { kind: "mark", text: "[FOUND]" },
    { kind: "text", text: " " },
    { kind: "mark", text: "[" },
    { kind: "rule", text: "R-14" },
    { kind: "mark", text: "]" },
    { kind: "text", text: " [Sick] P*(B)" },
  ]);
});

it("explains a word of the glossary once, and always where it is in bold type", () => {
  const kinds = (line: string) =>
    spans(line, known, new Glossary([stone])).map((part) => `${part.kind} ${part.text}`);
  expect(kinds("Stones: a stone, milestone.")).toEqual([
    "term Stones",
    "text : a stone, milestone.",
  ]);
  expect(kinds("A stone is a **stone**.")).toEqual([
    "text A ",
    "term stone",
    "text  is a ",
    "term stone",
    "text .",
  ]);
});

it("explains words anew in every section, but not in headings", () => {
  const found = blocks("A stone.\n\n## The stone\n\nA stone.", known, new Glossary([stone]));
  const kinds = found.map((block) =>
    "spans" in block ? block.spans.map((part) => part.kind) : [],
  );
  expect(kinds).toEqual([["text", "term", "text"], ["text"], ["text", "term", "text"]]);
});

it("reads tables and paragraphs", () => {
  const source = "First\nline.\n\n| a | b |\n|---|---|\n| 1 \\| 2 | P-3 |\n| P-1.2 | x |";
  const [intro, table] = blocks(source, known);
  expect(intro).toEqual({ kind: "paragraph", spans: [{ kind: "text", text: "First line." }] });
  expect(table).toEqual({
    kind: "table",
    head: [[{ kind: "text", text: "a" }], [{ kind: "text", text: "b" }]],
    rows: [
      { clause: null, cells: [[{ kind: "text", text: "1 | 2" }], [{ kind: "rule", text: "P-3" }]] },
      {
        clause: "P-1.2",
        cells: [[{ kind: "rule", text: "P-1.2" }], [{ kind: "text", text: "x" }]],
      },
    ],
  });
});

it("reads headings, lists with and without numbers, pictures and code", () => {
  const source =
    "### Part\n- P-1.2 a rule\n- no rule\n\n![A heap](heap.svg)\n\n```\nx | y\n```\nEnd.";
  expect(blocks(source, known)).toEqual([
    { kind: "heading", level: 3, spans: [{ kind: "text", text: "Part" }] },
    {
      kind: "list",
      items: [
        { clause: "P-1.2", spans: [{ kind: "text", text: "a rule" }] },
        { clause: null, spans: [{ kind: "text", text: "no rule" }] },
      ],
    },
    { kind: "picture", says: "A heap", file: "heap.svg" },
    { kind: "code", text: "x | y" },
    { kind: "paragraph", spans: [{ kind: "text", text: "End." }] },
  ]);
});

it("knows what a book says its marks mean", () => {
  const text =
    "| tag | meaning |\n|---|---|\n| [FOUND] | found somewhere |\n| [B] | `book` | printed |";
  const chapter = { id: "HOW", title: "How", text, players: true, clauses: [] };
  const book: RuleBook = {
    game: "g",
    title: "",
    introduction: "",
    chapters: [chapter],
    guide: null,
  };
  expect([...marksOf(book)]).toEqual([
    ["FOUND", "found somewhere"],
    ["B", "printed"],
  ]);
});

describe("the word for a piece", () => {
  const term = (name: string, ...forms: string[]) => ({
    name,
    forms,
    text: `The ${name}.`,
    icon: "",
  });
  const terms = [term("patient", "patients"), term("blood bag"), term("Bag")];

  it("is found in its first words, whatever letters they begin with", () => {
    expect(termIn("Blood bag 2 of 3", terms)?.name).toBe("blood bag");
    expect(termIn("Bag: 45 patients", terms)?.name).toBe("Bag");
  });

  it("is none for what stands in its details only", () => {
    expect(termIn("Oncology. Heal one patient", terms)).toBeNull();
  });

  it("is told without marks and numbers of rules", () => {
    expect(plainTerm({ ...term("x"), text: "Heals *any* patient (DH-4.10)." })).toBe(
      "Heals any patient.",
    );
  });
});
