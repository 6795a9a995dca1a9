import { render } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { family, paint, servicePaint, shortName, symbol } from "../src/games/clinic/art";
import {
  askedFirst,
  chosenAction,
  corner,
  corridors,
  edgePlace,
  floorOf,
  gathered,
  inTheAir,
  LOW,
  lowRows,
  MARGIN,
  others,
  pathOn,
  PITCH,
  priceRange,
  rowsOf,
  sectionOf,
  sections,
  shownFloors,
  sidePlace,
  slots,
  stacked,
  tag,
  trackEnd,
  type Cell,
  type ClinicView,
  type Person,
  type SeatView,
} from "../src/games/clinic/view";
import { TableSession } from "../src/lib/table.svelte";
import ClinicSpaceHost from "./ClinicSpaceHost.svelte";
import { FakeSocket } from "./fakeSocket";

const cell = (column: number, row: number, floor: number, thing: string | null = null): Cell => {
  const ground = `${"abcd"[column - 1]}${row}`;
  const name = floor > 0 ? `${ground}.${floor}` : ground;
  return {
    spot: `seat/0/cell/${name}`,
    label: "",
    cell: name,
    floor,
    row,
    column,
    thing,
    name: "",
    hosts: [],
    building: null,
    discs: 0,
    shut: false,
    used: false,
    cars: 0,
    room_for_cars: 0,
    people: [],
  };
};

/** A clinic of four floors with these modules. */
function clinic(...modules: [number, number, number][]): Cell[] {
  return [0, 1, 2, 3].flatMap((floor) =>
    [1, 2, 3].flatMap((row) =>
      [1, 2, 3, 4].map((column) => {
        const built = modules.some(([c, r, f]) => c === column && r === row && f === floor);
        return cell(column, row, floor, built ? "room" : null);
      }),
    ),
  );
}

const person = (kind: Person["kind"], colour: Person["colour"], service?: string): Person => ({
  kind,
  colour,
  service: service ?? null,
  name: `${colour ?? ""} ${service ?? ""} ${kind}`,
});

describe("the parts of the table", () => {
  const view = (changes: object) => ({ acting: null, tiles: [], ...changes }) as never;

  it("begin with what the action is about", () => {
    expect(sections(view({ acting: "Build" }))[0]).toBe("supply");
    expect(sections(view({ acting: "Hire" }))[0]).toBe("market");
    expect(sections(view({ acting: "Admit" }))[0]).toBe("market");
    expect(sections(view({}))[0]).toBe("clinic");
    expect(sections(view({ tiles: [{}] }))[0]).toBe("supply");
  });

  it("hold every piece in one of them", () => {
    expect(["stock/room", "bonus/money"].map(sectionOf)).toEqual(["supply", "supply"]);
    expect(["seat/0/cell/b2", "seat/1/column"].map(sectionOf)).toEqual(["clinic", "clinic"]);
    expect(["queue/1/2", "university/3", "nurses", "pool/doctors"].map(sectionOf)).toEqual(
      Array(4).fill("market"),
    );
  });

  it("come first on a phone if something in them can be chosen", () => {
    const usual = sections(view({}));
    expect(askedFirst(usual, ["stock/room"])).toEqual({
      order: ["supply", "clinic", "market"],
      count: 1,
      sections: new Set(["supply"]),
    });
    expect(askedFirst(usual, ["nurses", "seat/0/cell/a1"]).count).toBe(2);
    expect(askedFirst(usual, [])).toEqual({ order: usual, count: 1, sections: new Set() });
  });

  it("list the other clinics clockwise from the own one", () => {
    const seats = [0, 1, 2, 3].map((seat) => ({ seat }) as SeatView);
    expect(others(seats, 2).map(({ seat }) => seat)).toEqual([3, 0, 1]);
    expect(others(seats, 0).map(({ seat }) => seat)).toEqual([1, 2, 3]);
  });

  it("tell the chosen action only while actions are carried out", () => {
    const seat = { chosen: null, revealed: "Hire" } as SeatView;
    expect(chosenAction({ phase: 1 } as ClinicView, seat)).toBe("Hire");
    expect(chosenAction({ phase: 2 } as ClinicView, seat)).toBeNull();
    expect(chosenAction({ phase: 1 } as ClinicView, { ...seat, chosen: "Build" })).toBe("Build");
  });
});

describe("the floors", () => {
  const none = () => false;

  it("are shown as far as something stands, and one more while something is built", () => {
    expect(shownFloors(clinic(), none, false)).toEqual([0]);
    expect(shownFloors(clinic(), none, true)).toEqual([0]);
    expect(shownFloors(clinic([1, 1, 0], [1, 1, 1]), none, false)).toEqual([0, 1]);
    expect(shownFloors(clinic([1, 1, 0], [1, 1, 1]), none, true)).toEqual([0, 1, 2]);
    expect(shownFloors(clinic([1, 1, 3]), none, true)).toEqual([0, 1, 2, 3]);
  });

  it("are always shown where something can be done", () => {
    const legal = (spot: string) => spot.endsWith("a1.2");
    expect(shownFloors(clinic([1, 1, 0]), legal, false)).toEqual([0, 1, 2]);
  });

  it("have spaces in the air where nothing stands below", () => {
    const cells = clinic([2, 1, 0]);
    const at = (name: string) => cells.find((found) => found.cell === name) as Cell;
    expect(inTheAir(at("b1.1"), cells)).toBe(false);
    expect(inTheAir(at("c1.1"), cells)).toBe(true);
    expect(inTheAir(at("c1"), cells)).toBe(false);
    expect(lowRows(1, cells)).toEqual([2, 3]);
    expect(lowRows(0, cells)).toEqual([]);
  });

  it("have row 1 below and low rows where nothing can stand", () => {
    const rows = rowsOf(3, 1, [2, 3]);
    expect(rows.top[1]).toBe((rows.top[3] ?? 0) + 2 * LOW);
    expect(rows.height).toEqual({ 1: PITCH, 2: LOW, 3: LOW });
    expect(corner("b1")).toEqual({ x: MARGIN + PITCH, y: MARGIN + 2 * PITCH });
    expect(corner("b1.1", rows).y).toBe(rows.top[1]);
    expect(rowsOf(3, 0).total).toBe(3 * PITCH + 2 * MARGIN);
  });

  it("have edges between the spaces that they touch", () => {
    const between = edgePlace("b3E");
    expect(between.upright).toBe(true);
    expect(between.x).toBe(corner("c3").x);
    expect(edgePlace("c1N").y).toBe(corner("c1").y);
    expect(edgePlace("c1S").y).toBe(corner("c1").y + PITCH);
    const inside = sidePlace("b2W");
    expect(inside.x).toBeGreaterThan(corner("b2").x);
    expect(inside.x).toBeLessThan(corner("b2").x + PITCH / 2);
  });

  it("show the part of a path that lies on them", () => {
    const path = ["outside", "a1", "b1", "b1.1", "c1.1", "c1"];
    expect(pathOn(path, 0).map((run) => run.length)).toEqual([2, 1]);
    expect(pathOn(path, 1).map((run) => run.length)).toEqual([2]);
    expect(pathOn(path, 2)).toEqual([]);
    expect(["outside", "the column", "d3", "a1.3"].map(floorOf)).toEqual([-1, -1, 0, 3]);
  });

  it("link each disc to the next one in line", () => {
    const cells = clinic([1, 1, 0], [3, 1, 0], [4, 1, 0], [3, 3, 0]).filter((c) => c.floor === 0);
    for (const found of cells) found.discs = found.thing ? 1 : 0;
    expect(corridors(cells)).toEqual([
      ["a1", "c1"],
      ["c1", "d1"],
      ["c1", "c3"],
    ]);
  });
});

describe("people", () => {
  const two = [person("Doctor", "red"), person("Doctor", "red"), person("Nurse", null)];

  it("are counted where they are many", () => {
    expect(gathered(two, 8)).toHaveLength(3);
    expect(gathered(two, 2).map(({ count }) => count)).toEqual([2, 1]);
  });

  it("wait in the column by Service, in the order of the queues", () => {
    const rows = ["Psychiatric", "Eye"].map((service, at) => ({
      row: at + 1,
      service,
      spaces: [],
    }));
    const waiting = [person("Patient", "red", "Eye"), person("Patient", "white", "Eye")];
    expect(slots(rows, waiting).map(([service, list]) => [service, list.length])).toEqual([
      ["Psychiatric", 0],
      ["Eye", 2],
    ]);
  });
});

describe("figures", () => {
  it("of a choice are shown on the space", () => {
    expect(tag("B2.1 ($3)")).toBe("$3");
    expect(tag("Room a2 (10 min)")).toBe("10 min");
    expect(tag("Room a2")).toBe("");
    expect(tag("Choose (2 components left)")).toBe("");
  });

  it("fit on the tracks, and markers on one place stand side by side", () => {
    expect(trackEnd([0, 0], 5)).toBe(10);
    expect(trackEnd([3, 10], 5)).toBe(15);
    expect(stacked([4, 0, 4, 4])).toEqual([0, 0, 1, 2]);
    expect(stacked([4, 5], 1)).toEqual([0, 1]);
  });
});

describe("the drawings", () => {
  const services = ["Psychiatric", "Eye", "Medicine", "Surgery", "Cardiology"];
  const things = [
    ...services.map((name) => `${name.toLowerCase()}_service`),
    ...["room", "office", "operating_room", "extreme_consultation", "laboratory"],
    ...["waiting_room", "helipad", "garden", "parking_lot", "upgraded_parking_lot", "disc"],
  ];

  it("have another symbol for every component", () => {
    expect(new Set(things.map(symbol)).size).toBe(things.length);
    expect(things.every((thing) => symbol(thing) !== "")).toBe(true);
  });

  it("have a paint of its own for every Service, the same by either name", () => {
    expect(new Set(services.map((name) => servicePaint(name))).size).toBe(services.length);
    expect(paint("eye_service", "-ink")).toBe(servicePaint("Eye", "-ink"));
    expect(shortName("eye_service")).toBe(shortName("Eye"));
  });

  it("know the family of a component", () => {
    expect(things.map(family).slice(0, 5)).toEqual(Array(5).fill("service"));
    expect(["room", "laboratory", "garden", "upgraded_parking_lot"].map(family)).toEqual([
      "room",
      "special",
      "garden",
      "lot",
    ]);
  });
});

describe("prices of a stock", () => {
  const stock = (...prices: [number, number][][]) => ({
    spot: "stock/x",
    label: "",
    name: "x",
    count: 1,
    costs: prices.map((list) => ({ component: "x", prices: list })),
  });

  it("are a range, or one figure where all floors cost the same", () => {
    const rising: [number, number][] = [
      [0, 2],
      [1, 3],
      [2, 4],
    ];
    expect(priceRange(stock(rising))).toBe("$2–$4");
    expect(
      priceRange(
        stock([
          [0, 2],
          [1, 2],
        ]),
      ),
    ).toBe("$2");
  });

  it("stand once for two components of one price", () => {
    expect(
      priceRange(
        stock(
          [[0, 2]],
          [
            [1, 3],
            [2, 4],
          ],
        ),
      ),
    ).toBe("$2 / $3–$4");
    expect(priceRange(stock([[0, 2]], [[0, 2]]))).toBe("$2");
    expect(priceRange(stock())).toBe("");
  });
});

describe("a theatre", () => {
  beforeEach(() => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const drawn = (hosts: string[]) => {
    const session = new TableSession("t1", null, FakeSocket.make);
    const space = { ...cell(1, 1, 0, "operating_room"), hosts };
    return render(ClinicSpaceHost, { session, cell: space }).container;
  };

  it("shows every Service whose Patients it takes", () => {
    const two = drawn(["Eye", "Medicine"]);
    const symbols = [...two.querySelectorAll(".hosted")].map((path) => path.getAttribute("d"));
    expect(symbols).toEqual([symbol("Eye"), symbol("Medicine")]);
    expect(two.querySelector(".off")).toBeNull();
    expect(two.querySelector(".name")?.textContent).toBe("OR");
  });

  it("has no room for its name beside three of them, and is crossed out without any", () => {
    expect(drawn(["Eye", "Medicine", "Surgery"]).querySelector(".name")).toBeNull();
    expect(drawn([]).querySelector(".off")).not.toBeNull();
  });
});
