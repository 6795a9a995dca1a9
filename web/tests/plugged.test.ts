import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gameTable } from "../src/games/registry";
import { CONTRACT, type Drawing, type DrawingContext } from "../src/games/plugged/drawing";
import { TableSession } from "../src/lib/table.svelte";
import { FakeSocket } from "./fakeSocket";
import PluggedHost from "./PluggedHost.svelte";
import { choice, state } from "./samples";

const view = { round: 2, pile: { spot: "pile", label: "Pile", count: 3 } };
const take = choice("take", ["pile"]);
let session: TableSession;
let seen: DrawingContext[];

const drawing = (faulty = ""): Drawing => ({
  mount(element, context) {
    const pile = document.createElement("div");
    element.append(pile);
    const update = (now: DrawingContext) => {
      if (faulty === "update" && seen.length > 0) throw new Error("no update");
      seen.push(now);
      now.piece(pile, "pile", "Pile");
    };
    if (faulty === "mount") throw new Error("no mount");
    update(context);
    return { update, destroy: () => pile.replaceWith("destroyed") };
  },
});

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  seen = [];
  session = new TableSession("t1", "token", FakeSocket.make);
  session.open();
  FakeSocket.last.accept();
  FakeSocket.last.say(state({ view, choices: [take] }));
});

afterEach(() => {
  session.close();
  vi.unstubAllGlobals();
});

describe("a drawing of another package", () => {
  it("is given the view, the names and what may be done", () => {
    render(PluggedHost, { session, drawing: drawing() });
    expect(seen[0]).toMatchObject({ contract: CONTRACT, view, seat: 0, choices: [take] });
    expect(seen[0]?.names.slice(0, 2)).toEqual(["Ana", "Ben"]);
  });

  it("makes pieces that can be picked", () => {
    render(PluggedHost, { session, drawing: drawing() });
    const pile = screen.getByRole("button", { name: "Pile, can be chosen" });
    expect(pile.dataset["legal"]).toBe("");
    pile.click();
    expect(FakeSocket.last.lastOf("act").action).toBe("take");
  });

  it("asks why, and does choices", () => {
    FakeSocket.last.say(state({ view, choices: [] }));
    render(PluggedHost, { session, drawing: drawing() });
    seen[0]?.pick("other", "Other");
    expect(FakeSocket.last.lastOf("why").spot).toBe("other");
    seen[0]?.choose(take);
    expect(FakeSocket.last.lastOf("act").action).toBe("take");
  });

  it("is updated when something changes, and its pieces with it", async () => {
    render(PluggedHost, { session, drawing: drawing() });
    FakeSocket.last.say(state({ version: 6, view: { ...view, round: 3 }, asked: [1] }));
    await tick();
    expect(seen.at(-1)).toMatchObject({ view: { round: 3 }, choices: [] });
    const pile = screen.getByRole("button", { name: "Pile" });
    expect(pile.getAttribute("aria-disabled")).toBe("true");
    expect(pile.dataset["legal"]).toBeUndefined();
  });

  it("is ended with the table", () => {
    const destroy = vi.fn();
    const shown = render(PluggedHost, { session, drawing: { mount: () => ({ destroy }) } });
    shown.unmount();
    expect(destroy).toHaveBeenCalledOnce();
  });

  it.each(["mount", "update"])("gives way to the default table where %s fails", async (faulty) => {
    render(PluggedHost, { session, drawing: drawing(faulty) });
    FakeSocket.last.say(state({ version: 6, view: { ...view, round: 3 }, choices: [take] }));
    await tick();
    expect(screen.getByRole("alert").textContent).toContain(`no ${faulty}`);
    expect(screen.getByText("Round").nextElementSibling?.textContent).toBe("3");
  });

  it("gives way to the default table where it cannot be loaded", () => {
    render(PluggedHost, { session, fault: "TypeError: nothing there" });
    expect(screen.getByRole("alert").textContent).toContain("nothing there");
    expect(screen.getByText("Round")).toBeTruthy();
  });
});

describe("the registry", () => {
  const games = [
    { id: "plain", drawing: null },
    { id: "good", drawing: "data:text/javascript,export const mount = () => undefined" },
    { id: "empty", drawing: "data:text/javascript,export const other = 1" },
    { id: "missing", drawing: "data:text/javascript,syntax error" },
  ];

  it("loads what a game brings and says why it cannot", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(games))));
    expect((await gameTable("plain")).plugged).toBeUndefined();
    expect((await gameTable("unknown")).plugged).toBeUndefined();
    expect((await gameTable("good")).plugged?.drawing?.mount).toBeTypeOf("function");
    expect((await gameTable("empty")).plugged?.fault).toContain('exports no function "mount"');
    expect((await gameTable("missing")).plugged?.fault).toBeTruthy();
  });
});
