import { expect, it } from "vitest";
import { isolated, sentences } from "../src/lib/sentences";

it("keeps the direction of a name apart from the sentence's", () => {
  expect(isolated("דוד")).toBe("\u2068דוד\u2069");
  expect(isolated("علی\u200cرضا (2)")).toBe("\u2068علی\u200cرضا (2)\u2069");
  expect(isolated("Zoë 王小明")).toBe("Zoë 王小明");
});

it("ends every part with one mark", () => {
  const parts = ["Ann has bid.", " Your turn", "Bid again?", "", "Look (here.)", "“So!”", "Wait …"];
  expect(sentences(parts)).toBe("Ann has bid. Your turn. Bid again? Look (here.) “So!” Wait …");
  expect(sentences([])).toBe("");
});
