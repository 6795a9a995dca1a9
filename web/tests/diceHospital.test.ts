import { describe, expect, it } from "vitest";
import { symbol } from "../src/games/dice_hospital/symbols";
import {
  others,
  sections,
  tallies,
  wards,
  type Bed,
  type Colour,
  type SeatView,
} from "../src/games/dice_hospital/view";

const bed = (at: number, current?: Colour, value = 1): Bed => ({
  spot: `seat/0/bed/${at}`,
  label: "",
  ward: Math.floor(at / 3) + 1,
  patient: current ? { colour: "red", current, value, treated: false, notation: "" } : null,
});

describe("the table", () => {
  it("shows first what the phase is about", () => {
    expect(sections(1)[0]).toBe("ambulances");
    expect(sections(2)[0]).toBe("market");
    expect([0, 3, 4, 5, 6].map((phase) => sections(phase)[0])).toEqual(Array(5).fill("own"));
    expect(sections(1, true)[0]).toBe("own");
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

it("has another symbol for every colour", () => {
  const colours = ["red", "yellow", "green", "blue", "white"] as const;
  expect(new Set(colours.map(symbol)).size).toBe(colours.length);
});
