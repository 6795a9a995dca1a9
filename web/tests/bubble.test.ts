import { render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { TableSession } from "../src/lib/table.svelte";
import Bubble from "../src/play/Bubble.svelte";
import { FakeSocket } from "./fakeSocket";

it("tells in full what a piece says of itself", () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const piece = document.createElement("div");
  piece.innerHTML = "<b>Poisoned</b><small data-told>Out of the Dungeon it is admitted.</small>";
  const why = { spot: "p12", label: "Poisoned P12", reasons: [], piece, byKeyboard: false };
  const session = new TableSession("t1", "token", FakeSocket.make);
  const leave = () => {};
  render(Bubble, { session, why, onrule: leave, onchoices: leave });
  expect(screen.getByRole("dialog", { hidden: true }).textContent).toContain(
    "Out of the Dungeon it is admitted.",
  );
});
