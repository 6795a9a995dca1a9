// Symbols and tints of Clinic, drawn for this project on a 24 x 24 grid.

const SPIRAL_THOUGHT =
  "M7 15a4 4 0 0 1-.5-8A5 5 0 0 1 16 6a4.500 4.500 0 0 1 1 9Z M8.500 19h.01 M5 22h.01";
const EYE =
  "M2 12c3-5 6.500-7 10-7s7 2 10 7c-3 5-6.500 7-10 7s-7-2-10-7Z M12 9a3 3 0 1 1 0 6a3 3 0 0 1 0-6Z";
const CAPSULE = "M5 19a5 5 0 0 1 0-7L12 5a5 5 0 0 1 7 7L12 19a5 5 0 0 1-7 0Z M8.500 8.500l7 7";
const SCALPEL = "M3 21L13 11 M13 11C14 6.500 17 3.500 21 3c0 4.500-2.500 8-6 10Z";
const HEART =
  "M12 20.500C5 15.500 2.500 12 2.500 8.700A4.700 4.700 0 0 1 12 7a4.700 4.700 0 0 1 9.500 1.700C21.500 12 19 15.500 12 20.500Z M6.500 12h3l1.500-3l2.500 5l1.500-2h2.500";
const BED =
  "M3 5v15 M3 16.500h18V20 M21 16.500V13a3 3 0 0 0-3-3h-8v6.500 M6.500 9.500a1.700 1.700 0 1 1 0 3.400a1.700 1.700 0 0 1 0-3.400Z";
const DRAWERS = "M4 4h16v16H4Z M4 12h16 M10 8h4 M10 16h4";
const LAMP = "M12 2v5 M4 14a8 7 0 0 1 16 0Z M8 18l-2 4 M12 18v4 M16 18l2 4";
const WALK_IN = "M10 3h10v18H10 M2 12h11 M9 8l4 4l-4 4";
const FLASK =
  "M9 3h6 M10 3v6L4.500 19a1.500 1.500 0 0 0 1.500 2h12a1.500 1.500 0 0 0 1.500-2L14 9V3 M7.500 15h9";
const CLOCK = "M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18Z M12 7v5.500l3.500 2";
const PAD = "M12 2a10 10 0 1 1 0 20a10 10 0 0 1 0-20Z M8.500 7v10 M15.500 7v10 M8.500 12h7";
const TREE =
  "M12 22v-8 M12 2.500c4 0 6.500 2.700 6.500 5.700S16 14 12 14s-6.500-2.700-6.500-5.800S8 2.500 12 2.500Z M12 18.500l4-2.500";
const PARKING = "M3 3h18v18H3Z M9 18V7h4a3.500 3.500 0 0 1 0 7H9";
const PARKING_MORE =
  "M2 2h20v20H2Z M6 18V7h3.500a3.300 3.300 0 0 1 0 6.600H6 M18 9v7 M14.500 12.500h7";
const DOOR = "M6 21V4h12v17 M3 21h18 M14.500 12.500h.01";
const DISC = "M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18Z M8 14l4 4l4-4 M8 10l4-4l4 4 M12 6v12";

const SYMBOLS: Record<string, string> = {
  psychiatric: SPIRAL_THOUGHT,
  eye: EYE,
  medicine: CAPSULE,
  surgery: SCALPEL,
  cardiology: HEART,
  room: BED,
  office: DRAWERS,
  operating_room: LAMP,
  extreme_consultation: WALK_IN,
  laboratory: FLASK,
  waiting_room: CLOCK,
  helipad: PAD,
  entrance_helipad: DOOR,
  garden: TREE,
  parking_lot: PARKING,
  upgraded_parking_lot: PARKING_MORE,
  disc: DISC,
};

const SHORT: Record<string, string> = {
  psychiatric: "Psych",
  eye: "Eye",
  medicine: "Med",
  surgery: "Surg",
  cardiology: "Card",
  room: "Room",
  office: "Office",
  operating_room: "OR",
  extreme_consultation: "EC",
  laboratory: "Lab",
  waiting_room: "Wait",
};

/** "eye_service" and "Eye" are both the Eye Service's key. */
const key = (thing: string) => thing.toLowerCase().replace(/_service$/, "");

/** The symbol of a module, a Service or another component. */
export const symbol = (thing: string) => SYMBOLS[key(thing)] ?? "";

/** The name of a module as far as it fits into a space. */
export const shortName = (thing: string) => SHORT[key(thing)] ?? "";

const KINDS: Record<string, string> = {
  room: "room",
  office: "office",
  helipad: "pad",
  garden: "garden",
  parking_lot: "lot",
  upgraded_parking_lot: "lot",
};

/** What a component is drawn as: "service", "special", "room", "office", "pad", "garden", "lot". */
export function family(thing: string): string {
  if (thing.endsWith("_service")) return "service";
  return KINDS[thing] ?? "special";
}

/** The paint of a component: a Service has its own, the others that of their family. */
export const paint = (thing: string, part = "") =>
  `var(--c-${family(thing) === "service" ? key(thing) : family(thing)}${part})`;

/** The paint of a Service by its name. */
export const servicePaint = (service: string, part = "") => `var(--c-${key(service)}${part})`;

export const PATIENT =
  "M5 2h14a3.500 3.500 0 0 1 3.500 3.500v13A3.500 3.500 0 0 1 19 22H5a3.500 3.500 0 0 1-3.500-3.500v-13A3.500 3.500 0 0 1 5 2Z";
export const PAWN =
  "M12 1a4.600 4.600 0 0 1 3.300 7.800C20 10 22 14 22 22.500H2C2 14 4 10 8.700 8.800A4.600 4.600 0 0 1 12 1Z";
export const CAP = "M6.500 4.500L8 .5h8l1.500 4Z";
export const HELMET = "M5.500 5a6.500 5 0 0 1 13 0Z";
export const CAR =
  "M2 9.500L5 3.500h12l4 6h6a3 3 0 0 1 3 3v4H27a3 3 0 0 1-6 0H11a3 3 0 0 1-6 0H2a1.500 1.500 0 0 1-1.500-1.500V11A1.500 1.500 0 0 1 2 9.500Z";
/** Size of the car's drawing. */
export const CAR_BOX = { width: 31, height: 21 };
