import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newQuestion, presses, watchPresses } from "../src/lib/presses.svelte";

let ended: () => void;
let heard: string[];
let button: HTMLButtonElement;
let field: HTMLInputElement;
let now: number;

const note = (event: Event) => heard.push(event.type);

/** An event of a certain moment, for `target`. */
function fire(event: Event, target: Element = button, at = now): Event {
  Object.defineProperty(event, "timeStamp", { value: at });
  target.dispatchEvent(event);
  return event;
}
const key = (name: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent("keydown", { key: name, code: name, bubbles: true, cancelable: true, ...more });
const click = (detail: number) =>
  new MouseEvent("click", { detail, bubbles: true, cancelable: true });
const pointer = () => new PointerEvent("pointerdown", { bubbles: true });

/** The question is asked now, and drawn `after` milliseconds later. */
function ask(after = 20): void {
  newQuestion();
  now += after;
  vi.advanceTimersByTime(300);
}

beforeEach(() => {
  vi.useFakeTimers();
  now = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setTimeout(then, 16));
  document.body.innerHTML = "<button>One</button><input type='text' /><textarea></textarea>";
  button = document.querySelector("button") as HTMLButtonElement;
  field = document.querySelector("input") as HTMLInputElement;
  heard = [];
  ended = watchPresses();
  for (const type of ["keydown", "keyup", "click"]) addEventListener(type, note);
});

afterEach(() => {
  ended();
  for (const type of ["keydown", "keyup", "click"]) removeEventListener(type, note);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a held key", () => {
  it.each(["1", "Enter", " ", "Escape", "u"])("%j acts once", (name) => {
    fire(key(name));
    const again = fire(key(name, { repeat: true }));
    expect(heard).toEqual(["keydown"]);
    expect(again.defaultPrevented).toBe(true);
  });

  it.each(["ArrowDown", "Tab", "PageDown", "Home", "End"])("%s goes on moving", (name) => {
    fire(key(name));
    fire(key(name, { repeat: true }));
    expect(heard).toHaveLength(2);
  });

  it("goes on writing, but does not go on confirming", () => {
    fire(key("a", { repeat: true }), field);
    fire(key("Backspace", { repeat: true }), field);
    expect(heard).toHaveLength(2);
    fire(key("Enter", { repeat: true }), field);
    expect(heard).toHaveLength(2);
    fire(key("Enter", { repeat: true }), document.querySelector("textarea") as Element);
    expect(heard).toHaveLength(3);
  });
});

describe("a new question", () => {
  it("takes no key that was pressed before it could be seen", () => {
    ask(20);
    fire(key("1"), button, now - 5);
    expect(heard).toEqual([]);
    fire(key("1"), button, now + 5);
    expect(heard).toEqual(["keydown"]);
  });

  it("takes no press until it is drawn", () => {
    newQuestion();
    expect(presses.taken).toBe(false);
    fire(key("1"), button, now + 1);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(presses.taken).toBe(true);
  });

  it("is taken as drawn after a while where a window draws nothing", () => {
    vi.stubGlobal("requestAnimationFrame", () => 0);
    newQuestion();
    vi.advanceTimersByTime(240);
    expect(presses.taken).toBe(false);
    vi.advanceTimersByTime(20);
    expect(presses.taken).toBe(true);
  });

  it("takes no space bar that was pressed before and is released now", () => {
    fire(key(" "), button, now);
    ask();
    const up = new KeyboardEvent("keyup", { key: " ", code: " ", bubbles: true, cancelable: true });
    fire(up, button, now + 10);
    expect(heard).toEqual(["keydown"]);
    expect(up.defaultPrevented).toBe(true);
  });

  it("takes no click that began before it", () => {
    fire(pointer(), button, now);
    ask();
    fire(click(1), button, now + 10);
    expect(heard).toEqual([]);
    fire(pointer(), button, now + 50);
    fire(click(1), button, now + 60);
    expect(heard).toEqual(["click"]);
  });

  it("takes no second click of a double click on the old one", () => {
    ask();
    fire(pointer(), button, now + 50);
    fire(click(2), button, now + 60);
    expect(heard).toEqual([]);
    fire(pointer(), button, now + 600);
    fire(click(2), button, now + 610);
    expect(heard).toEqual(["click"]);
  });

  it("takes the clicks that keys and screen readers make", () => {
    ask();
    fire(click(0), button, now + 1);
    expect(heard).toEqual(["click"]);
  });

  it("lets people write on, and close what is open", () => {
    ask();
    fire(key("a"), field, now - 5);
    fire(key("Escape"), button, now - 5);
    expect(heard).toHaveLength(2);
  });
});
