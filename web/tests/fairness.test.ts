import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { pledgeHash, verdict, type Fairness } from "../src/lib/fairness";
import { notedPledge, notePledge } from "../src/lib/pledges";

const deal = '{"game":"toy","options":{"name":"\\u00e4"},"players":2,"rules":"1"}';
const hash = createHash("sha256").update(`5a17\nsäed\n${deal}`).digest("hex");
const open: Fairness = { pledge: hash, deal, seed_hash: "abc", seed: null, salt: null };
const told: Fairness = { ...open, seed: "säed", salt: "5a17" };

beforeEach(() => localStorage.clear());

describe("the verdict", () => {
  it("hashes as everybody else does", () => {
    expect(pledgeHash("5a17", "säed", deal)).toBe(hash);
  });

  it("is open while the game goes on", () => {
    expect(verdict(open, null, false)).toBe("open");
  });

  it("says that the promise was kept, or was not", () => {
    expect(verdict(told, null, true)).toBe("kept");
    expect(verdict({ ...told, seed: "seed" }, null, true)).toBe("broken");
    expect(verdict({ ...told, salt: "5a18" }, null, true)).toBe("broken");
    expect(verdict({ ...told, deal: `${deal} ` }, null, true)).toBe("broken");
  });

  it("does not take silence for an answer", () => {
    expect(verdict(open, null, true)).toBe("broken");
  });

  it("says nothing where nothing was promised", () => {
    expect(verdict({ ...told, pledge: null, deal: null, salt: null }, null, true)).toBe("none");
  });

  it("holds the server to what was noted first", () => {
    notePledge("t", hash, 0);
    notePledge("t", "another", 3);
    expect(notedPledge("t")).toEqual({ table: "t", pledge: hash, version: 0 });
    expect(verdict(told, notedPledge("t"), true)).toBe("kept");
    const other = pledgeHash("1", "2", deal);
    const exchanged = { ...told, pledge: other, salt: "1", seed: "2" };
    expect(verdict(exchanged, notedPledge("t"), true)).toBe("exchanged");
    const taken = { ...told, pledge: null, deal: null, salt: null };
    expect(verdict(taken, notedPledge("t"), true)).toBe("exchanged");
    expect(notedPledge("u")).toBeNull();
  });
});
