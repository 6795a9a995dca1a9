import { expect, it } from "vitest";
import { onlyHere, parseRoute, rulesHref, secretHref, tableHref } from "../src/lib/route";

it.each([
  ["", { page: "lobby", setUp: null }],
  ["#/", { page: "lobby", setUp: null }],
  ["#/new/pebbles", { page: "lobby", setUp: "pebbles" }],
  ["#/t/abc", { page: "table", table: "abc", seat: null, token: null, at: null }],
  ["#/t/abc/seat/12", { page: "table", table: "abc", seat: 12, token: null, at: null }],
  ["#/t/abc/seat/x", { page: "table", table: "abc", seat: null, token: null, at: null }],
  ["#/t/abc/s%2Fecret", { page: "table", table: "abc", seat: null, token: "s/ecret", at: null }],
  ["#/t/abc/at/37", { page: "table", table: "abc", seat: null, token: null, at: 37 }],
  ["#/t/abc/seat/2/at/0", { page: "table", table: "abc", seat: 2, token: null, at: 0 }],
  ["#/t/abc/at/-1", { page: "table", table: "abc", seat: null, token: null, at: null }],
  ["#/rules/pebbles", { page: "rules", game: "pebbles", clause: null }],
  ["#/rules/pebbles/P-1.2", { page: "rules", game: "pebbles", clause: "P-1.2" }],
  ["#/notices/confirm/a-b_c", { page: "mail", what: "confirm", token: "a-b_c" }],
  ["#/notices/stop/x", { page: "mail", what: "stop", token: "x" }],
  ["#/notices/sing/x", { page: "unknown", hash: "#/notices/sing/x" }],
  ["#/t", { page: "unknown", hash: "#/t" }],
  ["#/nowhere/%", { page: "unknown", hash: "#/nowhere/%" }],
])("%s", (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

it("writes addresses that it reads", () => {
  const table = { page: "table", table: "a b", seat: null, token: null, at: null };
  expect(parseRoute(tableHref("a b"))).toEqual(table);
  expect(parseRoute(tableHref("a b", 0))).toEqual({ ...table, seat: 0 });
  expect(parseRoute(tableHref("a b", 1, 12))).toEqual({ ...table, seat: 1, at: 12 });
  expect(parseRoute(tableHref("a b", undefined, 3))).toEqual({ ...table, at: 3 });
  expect(parseRoute(secretHref("a b", "c/d"))).toEqual({ ...table, token: "c/d" });
  expect(parseRoute(rulesHref("g", "P-1"))).toEqual({ page: "rules", game: "g", clause: "P-1" });
});

it.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["wardround.test", false],
  ["192.168.1.20", false],
  ["localhost.example", false],
])("a link with %s leads only to the own device: %s", (host, only) => {
  expect(onlyHere(host)).toBe(only);
});
