import { expect, it } from "vitest";
import { blocks, spans } from "../src/rules/richText";

const known = new Set(["P-1.2", "P-3"]);

it("finds code, strong text and known clauses", () => {
  expect(spans("Take `one` **only**, see P-1.2 and Q-9.", known)).toEqual([
    { kind: "text", text: "Take " },
    { kind: "code", text: "one" },
    { kind: "text", text: " " },
    { kind: "strong", text: "only" },
    { kind: "text", text: ", see " },
    { kind: "rule", text: "P-1.2" },
    { kind: "text", text: " and " },
    { kind: "text", text: "Q-9" },
    { kind: "text", text: "." },
  ]);
});

it("reads tables and paragraphs", () => {
  const [intro, table] = blocks("First\nline.\n\n| a | b |\n|---|---|\n| 1 | P-3 |", known);
  expect(intro).toEqual({ kind: "paragraph", spans: [{ kind: "text", text: "First line." }] });
  expect(table).toEqual({
    kind: "table",
    head: [[{ kind: "text", text: "a" }], [{ kind: "text", text: "b" }]],
    rows: [[[{ kind: "text", text: "1" }], [{ kind: "rule", text: "P-3" }]]],
  });
});
