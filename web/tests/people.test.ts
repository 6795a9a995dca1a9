import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasName, joinTable, linkSeats } from "../src/lib/api";
import { parseRoute } from "../src/lib/route";
import { saveTable, signedIn, writeSignedIn } from "../src/lib/saved";
import { chooseName, link, myGames, unlinked } from "../src/people/people";

interface Asked {
  path: string;
  token: string | null;
  body: unknown;
}
const asked: Asked[] = [];
let answers: { status: number; body: unknown }[] = [];

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  vi.stubGlobal("fetch", (url: URL, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    asked.push({
      path: url.pathname.replace(/^.*\/api\//, "") + url.search,
      token: headers["Authorization"]?.replace("Bearer ", "") ?? null,
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined,
    });
    const { status, body } = answers.shift() ?? { status: 200, body: {} };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const forged = { status: 401, body: { code: "forged_token", message: "Not signed in." } };
const person = { id: "p", name: "Ada", created: 1 };

test("the page about one's name has an address", () => {
  expect(parseRoute("#/me")).toEqual({ page: "me" });
});

test("who chooses a name is signed in here, and hears the code once", async () => {
  answers = [{ status: 201, body: { person, token: "t", code: "c" } }];
  expect(await chooseName("Ada")).toBe("c");
  expect(signedIn()).toEqual({ token: "t", name: "Ada" });
  expect(JSON.stringify(localStorage)).not.toContain('"c"');
});

test("what is no person is nobody", () => {
  localStorage.setItem("wardround.person", '{"token": 3}');
  expect(signedIn()).toBeNull();
});

test("who was signed out elsewhere joins as nobody, and is forgotten here", async () => {
  writeSignedIn({ token: "old", name: "Ada" });
  answers = [forged, { status: 200, body: { token: "s", seat: 1 } }];
  expect(await joinTable("x", "Ada", "s")).toEqual({ token: "s", seat: 1 });
  expect(asked.map(({ token }) => token)).toEqual(["old", null]);
  expect(signedIn()).toBeNull();
});

test("who was signed out elsewhere is told so where a name is needed", async () => {
  writeSignedIn({ token: "old", name: "Ada" });
  answers = [forged];
  await expect(myGames(7)).rejects.toThrow("Not signed in.");
  expect(asked[0]?.path).toBe("people/me/games?before=7");
  expect(signedIn()).toBeNull();
});

test("seats are linked for who is signed in, and for nobody else", () => {
  linkSeats("x", "secret");
  expect(asked).toEqual([]);
  writeSignedIn({ token: "t", name: "Ada" });
  linkSeats("x", "secret");
  const body = { seats: [{ table: "x", token: "secret" }] };
  expect(asked).toEqual([{ path: "people/me/seats", token: "t", body }]);
});

test("the seats of this device that are not linked yet are offered", async () => {
  const held = (token: string) => ({ token, seats: [0], name: "Ada" });
  saveTable({ table: "x", game: "g", title: "G" }, held("one"));
  saveTable({ table: "y", game: "g", title: "G" }, held("two"));
  const seats = [{ token: "one", seats: [0], names: ["Ada"] }];
  const known = { table: "x", game: "g", state: "playing" as const, touched: 1, held: seats };
  expect(unlinked([known])).toEqual([{ table: "y", token: "two" }]);
  writeSignedIn({ token: "t", name: "Ada" });
  answers = [{ status: 200, body: { linked: { y: true, z: false } } }];
  expect(await link(unlinked([known]))).toBe(1);
});

test("nobody has a name where nobody is signed in", async () => {
  expect(await hasName()).toBe(false);
  expect(asked).toEqual([]);
});
