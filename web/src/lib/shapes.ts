// Outlines on a 24 x 24 grid, drawn for this project.

const CIRCLE = "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 0 1 0-21Z";
const SQUARE = "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3Z";
const HEXAGON = "M7 2h10l6 10l-6 10H7L1 12Z";
const SHIELD = "M2 3h20v9c0 6-5 9-10 11C7 21 2 18 2 12Z";
const DIAMOND = "M12 .5L23.5 12L12 23.5L.5 12Z";
const DOOR = "M12 1c6 0 10 4.500 10 10v12H2V11C2 5.500 6 1 12 1Z";

const SEAT_SHAPES = [CIRCLE, SQUARE, HEXAGON, SHIELD, DIAMOND, DOOR];

/** The outline that stands for a seat. */
export const seatShape = (seat: number) => SEAT_SHAPES[seat % SEAT_SHAPES.length] ?? CIRCLE;
