import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DiceHospitalView } from "../src/games/dice_hospital/view";
import type { Choice, Options, View } from "../src/lib/protocol";
import { TableSession } from "../src/lib/table.svelte";
import { FakeSocket } from "./fakeSocket";
import HospitalHost from "./HospitalHost.svelte";
import {
  bed,
  department,
  hospital,
  report,
  roundScore,
  seat,
  sheet,
  space,
  specialist,
} from "./hospitalViews";
import { choice, state } from "./samples";

let session: TableSession;

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  FakeSocket.all = [];
  session = new TableSession("t1", null, FakeSocket.make);
  session.open();
  FakeSocket.last.accept();
});

afterEach(() => {
  session.close();
  vi.unstubAllGlobals();
});

function show(view: DiceHospitalView, choices: Choice[] = [], options: Options = {}) {
  const message = state({ view: view as unknown as View, choices });
  FakeSocket.last.say({ ...message, table: { ...message.table, options } });
  return render(HospitalHost, { session, view });
}

const event = {
  spot: "event",
  label: "Event",
  id: "E11",
  name: "Power Cut",
  text: "One department is shut.",
  clause: "DH-21.19",
  provenance: "RECON" as const,
};

describe("an event", () => {
  it("shows name, text, what is reconstructed, and opens its rule", () => {
    show(hospital({ event }));
    const card = screen.getByRole("region", { name: "Event of this round" });
    expect(within(card).getByText("Power Cut")).toBeTruthy();
    expect(within(card).getByText("One department is shut.")).toBeTruthy();
    expect(within(card).getByText("reconstructed")).toBeTruthy();
    within(card).getByRole("button", { name: "Rule DH-21.19" }).click();
    expect(session.rule).toBe("DH-21.19");
  });

  it("is not called reconstructed if it is a player's own", () => {
    show(hospital({ event: { ...event, provenance: "OWN" } }));
    const card = screen.getByRole("region", { name: "Event of this round" });
    expect(within(card).queryByText("reconstructed")).toBeNull();
  });

  it("marks the shut department in words", () => {
    const departments = [department("clinic"), department("imaging")];
    show(hospital({ event, closed: "clinic", seats: [seat({ departments })] }));
    expect(screen.getByRole("button", { name: /^Label of clinic Shut this round/ })).toBeTruthy();
    expect(screen.getAllByText("Shut this round")).toHaveLength(1);
  });
});

describe("the solo game", () => {
  const waiting = [3, 4, 5, 2].map((value, at) => ({
    spot: `seat/0/waiting/${at}`,
    label: `red ${value}`,
    colour: "red" as const,
    value,
  }));

  it("shows the dice rolled once, and says what to choose while one is to be chosen", () => {
    const view = hospital({ phase: 1, seats: [seat({ waiting })] });
    show(view, [choice("R5", ["seat/0/waiting/2"])]);
    expect(screen.getAllByRole("img", { name: /^red \d$/ })).toHaveLength(4);
    expect(screen.getByText(/goes back into the bag/)).toBeTruthy();
    screen.getByRole("button", { name: "red 5, can be chosen" }).click();
    expect(FakeSocket.last.lastOf("act").action).toBe("R5");
    expect(screen.queryByText("Ambulances")).toBeNull();
    expect(screen.queryByTitle("First player")).toBeNull();
  });

  it("says nothing of sending back while something else is asked", () => {
    show(hospital({ phase: 1, seats: [seat({ waiting })] }), [choice("x", ["seat/0/bed/0"])]);
    expect(screen.queryByText(/goes back into the bag/)).toBeNull();
  });

  const reports = [
    { column: 1, lower: report("0/lower", "M01"), upper: report("0/upper", "M02") },
    { column: 2, lower: null, upper: null },
  ];

  it("lets a lower report be completed by a click", () => {
    show(hospital({ reports }), [choice("report:1", ["report/0/lower"])]);
    screen.getByRole("button", { name: "Medical report M02" }).click();
    expect(FakeSocket.last.lastOf("why").spot).toBe("report/0/upper");
    screen.getByRole("button", { name: "Medical report M01, can be chosen" }).click();
    expect(FakeSocket.last.lastOf("act").action).toBe("report:1");
    expect(screen.getByText("Column 2 is done")).toBeTruthy();
    expect(screen.getByText("None completed yet")).toBeTruthy();
  });

  it("keeps the report that slides down, so that it can be seen moving", async () => {
    const { rerender } = show(hospital({ reports }));
    await fireEvent.click(screen.getByRole("button", { name: /^Medical reports/ }));
    const upper = screen.getByRole("button", { name: "Medical report M02" });
    const after = hospital({
      reports: [{ column: 1, lower: report("0/lower", "M02"), upper: null }],
      completed: [report("completed/M01", "M01")],
    });
    await rerender({ view: after });
    expect(screen.getByRole("button", { name: "Medical report M02" })).toBe(upper);
    expect(upper.parentElement?.style.getPropertyValue("--row")).toBe("1");
    expect(screen.getByText("Completed: 1 report, +2")).toBeTruthy();
  });
});

it("shows the collection spaces, taken and wanted, and phase 7 in the track", () => {
  const collections = [space(1, "red", true), space(1, "green"), space(2, "red")];
  const seats = [seat(), seat({ seat: 1 })];
  show(hospital({ phase: 7, collections, seats }), [], { final_round_collections: true });
  expect(screen.getByRole("group", { name: "Ambulance 1" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "Ambulance 1: red 3, taken" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "Ambulance 2: red 3, wanted" })).toBeTruthy();
  expect(screen.getByText("7 Collections").getAttribute("aria-current")).toBe("step");
});

it("has no phase 7 where nothing is collected", () => {
  show(hospital());
  expect(screen.queryByText("7 Collections")).toBeNull();
});

it("says what the Consultant copies, and whom a ward transfer takes", () => {
  const specialists = [specialist("consultant"), specialist("surgeon")];
  const passed_on = [{ spot: "seat/0/passed_on", label: "to be passed on: red 4" }];
  show(hospital({ seats: [seat({ specialists, copied: "surgeon", passed_on })] }));
  expect(screen.getByText("copies the Name of surgeon")).toBeTruthy();
  expect(screen.getByText("To be passed on: red 4")).toBeTruthy();
});

it("lets only dice tumble that are rolled again", async () => {
  const trial = department("drug_trial_centre", { targeted: true });
  const before = seat({ departments: [trial], beds: [bed(0, "red", 3), bed(1, "red", 3)] });
  const { container, rerender } = show(hospital({ seats: [before] }));
  expect(container.querySelector(".tumble")).toBeNull();
  const beds = [bed(0, "red", 5, true), bed(1, "red", 3)];
  await rerender({ view: hospital({ seats: [{ ...before, beds }] }) });
  expect(container.querySelectorAll(".tumble")).toHaveLength(1);
  await rerender({ view: hospital({ seats: [seat({ beds })] }) });
  expect(container.querySelector(".tumble")).toBeNull();
});

it("marks a patient whose other colour outlasts phase 3", () => {
  const beds = [bed(0, "green"), bed(1, "green", 1, true, "green")];
  const { container } = show(hospital({ seats: [seat({ beds })] }));
  expect(container.querySelectorAll(".later")).toHaveLength(1);
});

it("shows the points for discharges with the ones reconstructed, and the own material", async () => {
  const red = "red" as const;
  const discharged = [{ colour: red, current: red, label: "discharged red patient" }];
  show(hospital({ material: { own: true, checksum: "abcdef" }, seats: [seat({ discharged })] }));
  await fireEvent.click(screen.getByRole("button", { name: /^1 discharged: \+1/ }));
  const cells = screen.getAllByRole("listitem").filter((cell) => cell.title.includes("patient"));
  expect(cells.map((cell) => cell.title)).toEqual([
    "0 patients: 0 points",
    "1 patient: 1 point",
    "2 patients: 3 points",
  ]);
  expect(cells.map((cell) => cell.textContent.includes("reconstructed"))).toEqual([
    false,
    false,
    true,
  ]);
  expect(screen.getByText("Own material")).toBeTruthy();
});

it("puts what is between after the pieces that matter most", () => {
  const { container } = show(hospital());
  const stage = container.querySelector("[data-section=own]");
  expect(stage?.nextElementSibling?.textContent).toBe("What may be done");
});

describe("the score sheet", () => {
  const rows = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent.trim());

  it("of the solo game has a row for every source, with its sign", () => {
    const rounds = [roundScore({ discharged: 2, table: 3, event: -1 })];
    const mine = sheet({ rounds, reports: -4, fatalities: -2, total: -4 });
    const view = hospital({
      over: true,
      reports: [{ column: 1, lower: null, upper: null }],
      seats: [seat({ sheet: mine })],
    });
    render(HospitalHost, { session, view, scores: true });
    const reports = screen.getByRole("rowheader", { name: "Medical reports" }).parentElement;
    expect(reports?.textContent).toContain("−4");
    expect(rows()).toContain("Events");
    expect(rows()).not.toContain("Registrar");
    expect(rows()).not.toContain("Administrator");
  });

  it("of several players shows only the sources that matter", () => {
    const view = hospital({ seats: [seat(), seat({ seat: 1 })] });
    const { rerender } = render(HospitalHost, { session, view, scores: true });
    const always = ["Empty hospital", "Blood bags left", "Fatalities", "Total"];
    expect(rows().filter((name) => !name.startsWith("Round"))).toEqual(always);
    return rerender({ view: { ...view, collections: [space(1, "red")] } }).then(() => {
      expect(rows()).toContain("Patients collected");
      expect(rows()).toContain("Patients left behind");
    });
  });
});

describe("a press on a department while a meeple is to be placed", () => {
  const nurse = choice("place:nurse", ["seat/0/nurses"]);
  const open = (choices: Choice[], changes = {}) => {
    const departments = [department("clinic", changes)];
    const view = hospital({ phase: 3, seats: [seat({ departments })] });
    show(view, choices);
    return { view, spot: departments[0]?.spot ?? "" };
  };
  const press = () => fireEvent.click(screen.getByRole("button", { name: /^Label of clinic/ }));

  it("sends a nurse, and then chooses the department", async () => {
    const { view, spot } = open([nurse, choice("done", [])]);
    await press();
    expect(FakeSocket.last.lastOf("act").action).toBe("place:nurse");
    FakeSocket.last.say({ type: "ack", id: FakeSocket.last.lastOf("act").id, version: 90 });
    const next = state({ version: 90, view: view as unknown as View });
    FakeSocket.last.say({ ...next, choices: [choice("at:clinic", [spot])] });
    await vi.waitFor(() => expect(FakeSocket.last.lastOf("act").action).toBe("at:clinic"));
  });

  it("asks why where the department cannot be used then", async () => {
    const { view } = open([nurse, choice("done", [])]);
    await press();
    FakeSocket.last.say({ type: "ack", id: FakeSocket.last.lastOf("act").id, version: 90 });
    const next = state({ version: 90, view: view as unknown as View });
    FakeSocket.last.say({ ...next, choices: [choice("at:other", ["seat/0/department/9"])] });
    await vi.waitFor(() => expect(FakeSocket.last.lastOf("why").spot).toContain("clinic"));
    expect(FakeSocket.last.lastOf("act").action).toBe("place:nurse");
  });

  it("is a question where it is used, or no nurse is asked for", async () => {
    open([nurse, choice("done", [])], { used: true });
    await press();
    expect(FakeSocket.last.sent.some(({ type }) => type === "act")).toBe(false);
  });
});
