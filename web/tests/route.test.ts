import { expect, it } from "vitest";
import { parseRoute, rulesHref, tableHref } from "../src/lib/route";

it.each([
  ["", { page: "lobby", setUp: null }],
  ["#/", { page: "lobby", setUp: null }],
  ["#/new/pebbles", { page: "lobby", setUp: "pebbles" }],
  ["#/t/abc", { page: "table", table: "abc", token: null }],
  ["#/t/abc/s%2Fecret", { page: "table", table: "abc", token: "s/ecret" }],
  ["#/rules/pebbles", { page: "rules", game: "pebbles", clause: null }],
  ["#/rules/pebbles/P-1.2", { page: "rules", game: "pebbles", clause: "P-1.2" }],
  ["#/t", { page: "unknown", hash: "#/t" }],
  ["#/nowhere/%", { page: "unknown", hash: "#/nowhere/%" }],
])("%s", (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

it("writes addresses that it reads", () => {
  expect(parseRoute(tableHref("a b", "c/d"))).toEqual({
    page: "table",
    table: "a b",
    token: "c/d",
  });
  expect(parseRoute(rulesHref("g", "P-1"))).toEqual({ page: "rules", game: "g", clause: "P-1" });
});
