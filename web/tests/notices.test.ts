import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { savedTables, saveTable, writeSignedIn } from "../src/lib/saved";
import { show, standing } from "../src/notices/browser";
import MailPage from "../src/notices/MailPage.svelte";
import NextTable from "../src/notices/NextTable.svelte";
import Notices from "../src/notices/Notices.svelte";
import { nextWaiting } from "../src/notices/waiting";

interface Asked {
  method: string;
  path: string;
  token: string | null;
  body: unknown;
}
const asked: Asked[] = [];
let answers: Record<string, unknown> = {};
let refused: string[] = [];

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  refused = [];
  answers = {
    games: [{ id: "toy", title: "Toy" }],
    notices: { ways: [], key: null, seconds: 30 },
    "tables/t/notices": [],
  };
  vi.stubGlobal("fetch", (url: URL, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    const path = url.pathname.replace(/^.*\/api\//, "");
    asked.push({
      method: init.method ?? "GET",
      path,
      token: headers["Authorization"]?.replace("Bearer ", "") ?? null,
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined,
    });
    if (refused.includes(path)) {
      const problem = { code: "unknown_table", message: "There is none." };
      return Promise.resolve(new Response(JSON.stringify(problem), { status: 404 }));
    }
    return Promise.resolve(new Response(JSON.stringify(answers[path] ?? {}), { status: 200 }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const secure = (value: boolean) => vi.stubGlobal("isSecureContext", value);

function notification(permission: NotificationPermission, wish = permission) {
  const made: { title: string; options: NotificationOptions; close: () => void }[] = [];
  class Fake {
    static permission = permission;
    static requestPermission = () => Promise.resolve((Fake.permission = wish));
    close = vi.fn();
    constructor(title: string, options: NotificationOptions) {
      made.push({ title, options, close: this.close });
    }
  }
  vi.stubGlobal("Notification", Fake);
  return made;
}

const shown = (onnotify = vi.fn(), notify = false) => {
  render(Notices, { path: "tables/t/notices", token: "secret", notify, onnotify });
  const [box] = screen.getAllByRole<HTMLInputElement>("checkbox") as [HTMLInputElement];
  return { onnotify, box };
};

it("needs https, and says so where there is none", () => {
  secure(false);
  notification("granted");
  expect(standing()).toBe("insecure");
  expect(shown().box.disabled).toBe(true);
  screen.getByText(/only for pages opened over https/);
});

it("says where a browser has no notices, or was told to show none", () => {
  secure(true);
  vi.stubGlobal("Notification", undefined);
  delete (window as { Notification?: unknown }).Notification;
  expect(standing()).toBe("absent");
  notification("denied");
  expect(shown().box.disabled).toBe(true);
  screen.getByText(/was told not to show notices/);
});

it("asks for leave; who refuses is told nothing by it, and reads why", async () => {
  secure(true);
  notification("default", "denied");
  const { box, onnotify } = shown();
  await fireEvent.click(box);
  await waitFor(() => expect(onnotify).toHaveBeenCalledWith(false));
  expect(box.checked).toBe(false);
  screen.getByText(/was told not to show notices/);
});

it("keeps the wish of who allows it", async () => {
  secure(true);
  notification("default", "granted");
  const { box, onnotify } = shown();
  await fireEvent.click(box);
  await waitFor(() => expect(onnotify).toHaveBeenCalledWith(true));
});

it("shows a notice of a table, which goes away when the page is seen", async () => {
  secure(true);
  const made = notification("granted");
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await show({ table: "t", title: "Toy", words: "Your turn" });
  expect(made[0]?.title).toBe("Toy");
  expect(made[0]?.options).toMatchObject({ body: "Your turn", tag: "t" });
  expect(made[0]?.close).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(made[0]?.close).toHaveBeenCalled();
});

it("offers the ways that the server goes, and ends them", async () => {
  answers["notices"] = { ways: ["mail", "webhook"], key: null, seconds: 90 };
  answers["tables/t/notices"] = [
    { number: 4, way: "mail", place: "ada@example.org", confirmed: false },
  ];
  shown();
  await screen.findByText(/waited for you for 1 minute 30 seconds/);
  screen.getByText("not confirmed yet");
  const field = screen.getByLabelText<HTMLInputElement>("Your address for mail");
  await fireEvent.input(field, { target: { value: "ada@example.org" } });
  await fireEvent.submit(field.form as HTMLFormElement);
  await screen.findByText(/A mail is on its way/);
  const body = { way: "mail", place: "ada@example.org" };
  expect(asked).toContainEqual({ method: "POST", path: "tables/t/notices", token: "secret", body });
  const end = screen.getByRole<HTMLButtonElement>("button", { name: "End: Mail, ada@example.org" });
  await waitFor(() => expect(end.disabled).toBe(false));
  await fireEvent.click(end);
  await waitFor(() =>
    expect(asked).toContainEqual({
      method: "DELETE",
      path: "tables/t/notices/4",
      token: "secret",
      body: undefined,
    }),
  );
});

it("does what a link in a mail asks for once somebody presses", async () => {
  answers["notices/confirm"] = { place: "ada@example.org" };
  render(MailPage, { what: "confirm", token: "x" });
  expect(asked).toEqual([]);
  await fireEvent.click(screen.getByRole("button", { name: "Yes, tell me by mail" }));
  await screen.findByText("ada@example.org will be told.");
  expect(asked[0]?.body).toEqual({ token: "x" });
});

const held = (token: string) => ({ token, seats: [1], name: "Ada" });
const facts = (table: string) => ({ table, game: "toy", title: `Toy ${table}` });
const waits = (table: string, waits: string | null, state = "playing") =>
  (answers[`tables/${table}/waiting`] = { state, waits });

it("leads to the next table that waits, round and round", async () => {
  for (const table of ["n1", "n2", "n3"]) saveTable(facts(table), held(table));
  waits("n1", "turn");
  waits("n2", null);
  waits("n3", "answer");
  expect((await nextWaiting())?.href).toBe("#/t/n3/seat/1");
  expect((await nextWaiting("n3"))?.href).toBe("#/t/n1/seat/1");
  expect((await nextWaiting("n1"))?.href).toBe("#/t/n3/seat/1");
  expect(asked.every(({ token, path }) => path.includes(`/${token}/`))).toBe(true);
});

it("asks no more where a game is over or a table gone", async () => {
  for (const table of ["o1", "o2"]) saveTable(facts(table), held("same"));
  waits("o1", null, "over");
  refused = ["tables/o2/waiting"];
  expect(await nextWaiting()).toBeNull();
  expect(asked.map(({ path }) => path)).toEqual(["tables/o2/waiting", "tables/o1/waiting"]);
  asked.length = 0;
  expect(await nextWaiting()).toBeNull();
  expect(asked).toEqual([]);
});

it("leads who is signed in to tables of other devices, and takes the seat along", async () => {
  writeSignedIn({ token: "me", name: "Ada" });
  answers["about"] = { people: true };
  answers["people/me/tables"] = [
    {
      table: "e1",
      game: "toy",
      state: "playing",
      touched: 1,
      held: [{ token: "e1", seats: [1], names: ["Ada"] }],
    },
  ];
  waits("e1", "turn");
  render(NextTable);
  const link = await screen.findByRole("link", { name: /Next table that waits for you: Toy/ });
  expect(link.getAttribute("href")).toBe("#/t/e1/seat/1");
  await fireEvent.click(link);
  expect(savedTables()[0]).toMatchObject({ table: "e1", held: [{ token: "e1" }] });
});
