import { text } from "../src/lib/text";
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameInfo, GameOption, GameToSetUp } from "../src/lib/protocol";
import { DEFAULT_SETTINGS, readSettings, writeName, writeSetUp } from "../src/lib/saved";
import { mySeat, quickSeats, usualBot, usualBots } from "../src/lobby/open";
import OptionField from "../src/lobby/OptionField.svelte";
import { cleaned, found, lastOptions, withKind } from "../src/lobby/seats";
import SetUp from "../src/lobby/SetUp.svelte";

const bots = [
  { id: "random", title: "Random", description: "" },
  { id: "greedy", title: "Greedy", description: "" },
];
const game = (min: number, max: number) => ({ min_players: min, max_players: max }) as GameInfo;

beforeEach(() => localStorage.clear());

describe("play now", () => {
  it("seats me against two bots, as far as the game allows", () => {
    expect(quickSeats(game(2, 4), bots)).toEqual([
      { kind: "me" },
      { kind: "bot", bot: "greedy", name: "Dr Birch" },
      { kind: "bot", bot: "greedy", name: "Dr Maple" },
    ]);
    expect(usualBots(game(2, 2))).toBe(1);
    expect(usualBots(game(4, 6))).toBe(3);
    expect(usualBots(game(1, 1))).toBe(0);
  });

  it("remembers my name", () => {
    expect(mySeat()).toEqual({ kind: "me" });
    writeName("Ana");
    expect(mySeat()).toEqual({ kind: "me", name: "Ana" });
  });

  it("takes another bot where there is no greedy one", () => {
    expect(usualBot([{ id: "a", title: "", description: "" }])).toBe("a");
  });
});

describe("seats", () => {
  it("only one seat is mine", () => {
    const seats = withKind(
      [{ kind: "me", name: "Ana" }, { kind: "open" }],
      1,
      "me",
      "random",
      "Ana",
    );
    expect(seats).toEqual([
      { kind: "bot", bot: "random", name: "Dr Elm" },
      { kind: "me", name: "Ana" },
    ]);
  });

  it("sends nothing that does not belong to the kind", () => {
    expect(
      cleaned([
        { kind: "me", name: "  " },
        { kind: "device", name: " Ben " },
        { kind: "open", name: "x" },
        { kind: "bot", bot: "random", name: "y" },
      ]),
    ).toEqual([
      { kind: "me" },
      { kind: "device", name: "Ben" },
      { kind: "open" },
      { kind: "bot", bot: "random", name: "y" },
    ]);
  });
});

it("says with how many players an option means something", () => {
  expect(text.setUp.unfit([1, 99], 3)).toBe("");
  expect(text.setUp.unfit([1, 1], 2)).toBe("Only with 1 player.");
  expect(text.setUp.unfit([2, 4], 1)).toBe("Only with 2 to 4 players.");
});

describe("setting up a table", () => {
  it("says what the options mean that are chosen, and asks anew when they change", async () => {
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", (address: URL, init: RequestInit) => {
      expect(address.pathname).toBe("/api/games/toy/notes");
      const body: unknown = JSON.parse(String(init.body));
      asked.push(body);
      return Promise.resolve(new Response(JSON.stringify([`Note ${asked.length}.`])));
    });
    const loud = { name: "loud", kind: "bool", default: false, title: "Loud", help: "" } as const;
    const option: GameOption = {
      ...loud,
      values: [],
      labels: [],
      players: [1, 99],
      low: null,
      high: null,
      clause: "",
      main: false,
    };
    const presets = [
      { name: "usual", title: "Usual", help: "As printed.", options: {} },
      { name: "noisy", title: "Noisy", help: "With a voice.", options: { loud: true } },
    ];
    const toy = {
      ...game(2, 4),
      id: "toy",
      title: "Toy",
      options: [option],
      presets,
    } as GameToSetUp;
    render(SetUp, { game: toy, bots });
    expect(await screen.findByText("Note 1.")).toBeTruthy();
    await fireEvent.click(screen.getByLabelText("Loud"));
    expect(await screen.findByText("Note 2.")).toBeTruthy();
    expect(screen.queryByText("Note 1.")).toBeNull();
    expect(asked).toEqual([
      { options: { loud: false }, players: 3 },
      { options: { loud: true }, players: 3 },
    ]);
    const noisy = screen.getByRole<HTMLInputElement>("radio", { name: /^Noisy/ });
    expect(noisy.checked).toBe(true);
    await fireEvent.click(screen.getByRole("radio", { name: /^Usual/ }));
    expect(screen.getByLabelText<HTMLInputElement>("Loud").checked).toBe(false);
    vi.unstubAllGlobals();
  });

  it("begins with what was chosen last, as far as it still fits", () => {
    const option = (name: string, kind: string, usual: unknown, values: string[] = []) =>
      ({ name, kind, default: usual, values, title: name, help: "Helps.", clause: "T-1" }) as never;
    const options = [
      option("a", "bool", false),
      option("b", "choice", "x", ["x", "y"]),
      option("c", "choice", "x", ["x", "y"]),
      option("d", "file", ""),
      option("e", "int", 3),
    ];
    const toy = { ...game(2, 4), id: "toy", options, presets: [] } as GameToSetUp;
    writeSetUp("toy", { a: true, b: "y", c: "gone", d: "text", e: "4", f: 1 });
    expect(lastOptions(toy)).toEqual({ a: true, b: "y", c: "x", d: "", e: 3 });
    expect(lastOptions({ ...toy, id: "other" })).toEqual({ a: false, b: "x", c: "x", d: "", e: 3 });
    expect(found(options, "HELPS a").map(({ name }) => name)).toEqual(["a"]);
    expect(found(options, "t-1")).toHaveLength(5);
    expect(found(options, "nothing of this")).toEqual([]);
  });
});

describe("an option", () => {
  const option = (kind: GameOption["kind"], changes: Partial<GameOption> = {}): GameOption => ({
    name: "material",
    kind,
    default: "",
    values: [],
    labels: [],
    players: [1, 99],
    low: 0,
    high: 0,
    title: "Own material",
    help: "A file of your own.",
    clause: "",
    main: false,
    ...changes,
  });
  const onchange = vi.fn();
  const show = (kind: GameOption["kind"], value: string | boolean, more = {}) =>
    render(OptionField, { game: "g", option: option(kind), value, onchange, ...more });

  beforeEach(() => onchange.mockReset());

  it("takes the text of a file", async () => {
    show("file", "");
    const file = new File(["[[event]]"], "mine.toml");
    await fireEvent.change(screen.getByLabelText("Choose a file: Own material"), {
      target: { files: [file] },
    });
    await vi.waitFor(() => expect(onchange).toHaveBeenCalledWith("[[event]]"));
  });

  it("takes pasted text, and clears it", async () => {
    show("file", "one\ntwo");
    expect(screen.getByText("Pasted text, 2 lines")).toBeTruthy();
    await fireEvent.input(screen.getByLabelText(/^Or paste the text here/), {
      target: { value: "three" },
    });
    expect(onchange).toHaveBeenLastCalledWith("three");
    await fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(onchange).toHaveBeenLastCalledWith("");
  });

  it("shows what the server says of it, word for word", () => {
    const problem = {
      code: "material",
      message: "The value of 'points' is not possible: [1].",
      where: "material file, discharge_table 1, key points",
      expected: "13 numbers",
    };
    show("file", "x", { problem });
    const alert = screen.getByRole("alert").textContent;
    for (const part of [problem.message, problem.where, problem.expected])
      expect(alert).toContain(part);
  });

  it("that changes nothing here is off, with the reason", () => {
    show("bool", true, { unfit: "Only in the solo game." });
    const box = screen.getByRole<HTMLInputElement>("checkbox");
    expect([box.checked, box.disabled]).toEqual([false, true]);
    expect(screen.getByText("Only in the solo game.")).toBeTruthy();
  });
});

describe("what the browser remembers", () => {
  it("settings, whatever is there instead", () => {
    localStorage.setItem("wardround.settings", '"x"');
    expect(readSettings()).toEqual(DEFAULT_SETTINGS);
    const strange = { pace: 7, sound: "loud", confirm: true };
    localStorage.setItem("wardround.settings", JSON.stringify(strange));
    expect(readSettings()).toEqual({ ...DEFAULT_SETTINGS, confirm: true });
    localStorage.setItem("wardround.settings", JSON.stringify({ pace: 0, sound: "soft" }));
    expect(readSettings()).toMatchObject({ pace: 0, sound: "soft" });
  });
});
