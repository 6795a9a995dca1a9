import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../src/lib/api";
import { copyField } from "../src/lib/clipboard";
import Faults from "../src/lib/Faults.svelte";
import { faults, report, watchFaults } from "../src/lib/faults.svelte";
import { randomWord } from "../src/lib/random";

let ended: () => void;

beforeEach(() => {
  faults.length = 0;
  ended = watchFaults();
});

afterEach(() => {
  ended();
  vi.unstubAllGlobals();
});

describe("an error that nobody caught", () => {
  it("is shown with what happened, and dismissed", async () => {
    render(Faults);
    expect(screen.queryByRole("alert")).toBeNull();
    window.dispatchEvent(new ErrorEvent("error", { error: new TypeError("x is not a function") }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("x is not a function");
    expect(alert.textContent).toContain("Your game is safe");
    await fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("in a promise is shown, too", () => {
    const event = Object.assign(new Event("unhandledrejection"), { reason: new Error("lost") });
    window.dispatchEvent(event);
    expect(faults).toEqual([{ message: "lost", count: 1 }]);
  });

  it("is counted, not repeated", () => {
    for (let time = 0; time < 3; time += 1) report(new Error("again"));
    for (const other of ["a", "b", "c", "d"]) report(other);
    expect(faults[0]).toEqual({ message: "again", count: 3 });
    expect(faults).toHaveLength(3);
  });

  it("of the server is told in its words", () => {
    report(new ApiError({ code: "unreachable", message: "The server does not answer." }));
    expect(faults[0]?.message).toBe("The server does not answer.");
  });

  it("is not shown where it is harmless, or another program's", () => {
    report("ResizeObserver loop completed with undelivered notifications.");
    const filename = "chrome-extension://abc/inject.js";
    window.dispatchEvent(new ErrorEvent("error", { error: new Error("other"), filename }));
    expect(faults).toEqual([]);
  });
});

describe("copying", () => {
  const field = () => {
    const made = document.createElement("input");
    made.value = "http://wardround.test/#/t/a";
    document.body.append(made);
    return made;
  };
  const command = (answer: () => boolean) => {
    document.execCommand = vi.fn(answer);
    return document.execCommand;
  };

  it("uses the clipboard where there is one", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copyField(field())).toBe(true);
    expect(writeText).toHaveBeenCalledWith("http://wardround.test/#/t/a");
  });

  it("copies what is marked where the page is insecure, or the clipboard refuses", async () => {
    const copy = command(() => true);
    vi.stubGlobal("navigator", {});
    expect(await copyField(field())).toBe(true);
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error()) } });
    expect(await copyField(field())).toBe(true);
    expect(copy).toHaveBeenCalledTimes(2);
  });

  it("says when neither works, and leaves the text marked", async () => {
    vi.stubGlobal("navigator", {});
    const link = field();
    command(() => false);
    expect(await copyField(link)).toBe(false);
    command(() => {
      throw new Error("not allowed");
    });
    expect(await copyField(link)).toBe(false);
    expect(link.selectionEnd).toBe(link.value.length);
  });
});

it("makes words that nobody can guess without crypto.randomUUID", () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  const made = Array.from({ length: 100 }, randomWord);
  expect(new Set(made).size).toBe(100);
  for (const word of made) expect(word).toMatch(/^[A-Za-z0-9_-]{32}$/);
});
