import { describe, expect, it } from "vitest";
import { symbol } from "../src/games/dice_hospital/symbols";
import {
  bySource,
  copiedName,
  folded,
  others,
  pointsFor,
  rerolled,
  sections,
  sources,
  tallies,
  wards,
  type SeatView,
} from "../src/games/dice_hospital/view";
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

describe("the table", () => {
  const stage = (phase: number, asked: string[] = []) => sections(hospital({ phase }), asked)[0];

  it("shows first what the phase is about", () => {
    expect(stage(1)).toBe("ambulances");
    expect(stage(2)).toBe("market");
    expect([0, 3, 4, 5, 6].map((phase) => stage(phase))).toEqual(Array(5).fill("own"));
    expect(sections(hospital({ phase: 1, over: true }))[0]).toBe("own");
  });

  it("shows the own hospital first while its patients are asked for before the ambulances", () => {
    expect(stage(1, ["seat/0/bed/3"])).toBe("own");
    expect(stage(1, ["seat/0/waiting/3"])).toBe("ambulances");
  });

  it("has reports and collections where the game has them, first when they matter", () => {
    const reports = [{ column: 1, lower: report("0/lower", "M01"), upper: null }];
    const collections = [space(1, "red")];
    expect(sections(hospital({ phase: 5, reports }))[0]).toBe("reports");
    expect(sections(hospital({ phase: 7, collections }))[0]).toBe("collections");
    expect(sections(hospital({ phase: 5 }))).not.toContain("reports");
    expect(sections(hospital({ over: true, reports }))).toEqual(["own", "reports"]);
  });

  it("folds what is not asked about, on a phone also what the phase is about", () => {
    const order = sections(hospital({ phase: 2 }), []);
    const [stage] = order;
    expect(stage).not.toBe("own");
    expect(folded(order, ["seat/0/bed/1"])).not.toContain(stage);
    expect(folded(order, ["seat/0/bed/1"], true)).toContain(stage);
    expect(folded(order, [], true)).not.toContain(stage);
    expect(folded(order, ["ambulance/1", "display/0"], true)).not.toContain("ambulances");
    expect(folded(order, ["ambulance/1", "display/0"], true)).not.toContain("market");
  });

  it("lists the other hospitals clockwise from the own one", () => {
    const seats = [0, 1, 2, 3].map((seat) => ({ seat }) as SeatView);
    expect(others(seats, 2).map(({ seat }) => seat)).toEqual([3, 0, 1]);
  });

  it("has the beds in their wards", () => {
    const found = wards(Array.from({ length: 12 }, (_, at) => bed(at)));
    expect(found.map(({ ward, beds }) => [ward, beds.length])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
      [4, 3],
    ]);
  });

  it("counts patients by the colour that they count as now", () => {
    const found = tallies([bed(0, "green", 5), bed(1), bed(2, "green", 2), bed(3, "red", 4)]);
    expect(found.map(({ values }) => values)).toEqual([[4], [], [2, 5]]);
  });
});

describe("dice rolled again", () => {
  const beds = [bed(0, "red", 3), bed(1, "red", 3), bed(2, "red", 3)];
  const after = seat({ beds: [bed(0, "red", 5, true), bed(1, "red", 2, true), bed(2, "red", 3)] });
  const spots = ["seat/0/bed/0", "seat/0/bed/1"];
  const between = (changes: Partial<SeatView>) => rerolled(seat({ beds, ...changes }), after);

  it("are those that a trial or a chemist changes", () => {
    const trial = department("drug_trial_centre", { targeted: true });
    expect(between({ departments: [trial] })).toEqual(spots);
    const chemist = specialist("experimental_chemist", { pending: true });
    expect(between({ specialists: [chemist] })).toEqual(spots);
    const consultant = specialist("consultant", { pending: true });
    expect(between({ specialists: [consultant], copied: "experimental_chemist" })).toEqual(spots);
  });

  it("are not those that are healed, nor those of another hospital", () => {
    expect(between({ departments: [department("clinic", { targeted: true })] })).toEqual([]);
    const trial = department("drug_trial_centre", { targeted: true });
    const surgeon = specialist("surgeon", { pending: true });
    expect(between({ departments: [trial], specialists: [surgeon] })).toEqual([]);
    expect(between({ departments: [trial], seat: 1 })).toEqual([]);
  });
});

describe("points", () => {
  it("for discharges go on past the end of the table as in its last step", () => {
    const table = hospital().discharge_table;
    expect([0, 1, 2, 3, 5].map((patients) => pointsFor(table, patients))).toEqual([0, 1, 3, 5, 9]);
    expect(pointsFor([], 2)).toBe(0);
  });

  const rounds = [
    roundScore({ table: 3, event: 2 }),
    roundScore({ table: 1, event: -2, empty: 5 }),
  ];

  it("are added up by source", () => {
    const points = bySource(sheet({ rounds, reports: -7, bags: 2 }));
    expect(points).toMatchObject({ table: 4, event: 0, empty: 5, reports: -7, bags: 2 });
  });

  it("have only the sources that can matter", () => {
    const always = ["table", "empty", "bags", "fatalities"];
    expect(sources(hospital())).toEqual(always);
    const scored = seat({ sheet: sheet({ rounds: [roundScore({ registrar: 1 })] }) });
    expect(sources(hospital({ seats: [scored] }))).toContain("registrar");
    const administrator = { spot: "", label: "", id: "", name: "", text: "", clause: "" };
    expect(sources(hospital({ seats: [seat({ administrator })] }))).toContain("administrator");
    expect(sources(hospital({ collections: [space(1, "red")] }))).toContain("left_behind");
  });
});

it("names the specialist that is copied", () => {
  const specialists = [specialist("surgeon")];
  expect(copiedName(seat({ specialists, copied: "surgeon" }))).toBe("Name of surgeon");
  expect(copiedName(seat({ specialists }))).toBeUndefined();
});

it("has another symbol for every colour", () => {
  const colours = ["red", "yellow", "green", "blue", "white"] as const;
  expect(new Set(colours.map(symbol)).size).toBe(colours.length);
});
