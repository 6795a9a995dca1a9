// Small line drawings on a 24 x 24 grid, made for this project: one for each card and each sign.

const BOOK = "M12 6c-3-2-6-2-9-1v13c3-1 6-1 9 1c3-2 6-2 9-1V5c-3-1-6-1-9 1v13";
const BOARD = "M6 4h12v17H6Z M9.500 2.500h5v3h-5Z M9 10h6 M9 13.500h6 M9 17h4";
const LENS = "M10.500 4a6.500 6.500 0 1 1 0 13a6.500 6.500 0 1 1 0-13Z M15.500 15.500L21 21";
const PLASTER =
  "M4.200 13.800l9.600-9.600a4.200 4.200 0 0 1 6 6l-9.600 9.600a4.200 4.200 0 0 1-6-6Z M9 9l6 6";
const WAND =
  "M4 20L14 10 M17.500 3l1 2.500l2.500 1l-2.500 1l-1 2.500l-1-2.500l-2.500-1l2.500-1Z M8 4v3 M6.500 5.500h3";
const BELL =
  "M5 17c2-2 2-4 2-7a5 5 0 0 1 10 0c0 3 0 5 2 7Z M10 20c.7 1.500 3.300 1.500 4 0 M12 3v2";
const GEAR =
  "M12 8.500a3.500 3.500 0 1 1 0 7a3.500 3.500 0 1 1 0-7Z M12 2.500v4 M12 17.500v4 M2.500 12h4 M17.500 12h4 M5.300 5.300l2.800 2.800 M15.900 15.900l2.800 2.800 M5.300 18.700l2.800-2.800 M15.900 8.100l2.800-2.800";

const BY_TYPE = [LENS, PLASTER, BOARD, BELL];

const BY_ID: Record<string, string> = {
  detailed_exam: `${LENS} M8 10.500h5 M10.500 8v5`,
  specialist_exam:
    "M6 3v6a5 5 0 0 0 10 0V3 M11 14v2a4.500 4.500 0 0 0 9 0v-3 M20 9a2 2 0 1 1 0 4a2 2 0 1 1 0-4Z",
  surgery: `${PLASTER} M12 7.500l4.500 4.500`,
  major_surgery: "M4 20L13 11 M13 11l2-5l5-3l-3 5l-4 3 M4 4l6 6 M15 15l5 5",
  white_magic: WAND,
  black_magic: `${WAND} M17 15v4 M15 17h4`,
  reference_letter: "M3 6h18v13H3Z M3 7l9 7l9-7",
  moonlighting: "M15 3a9 9 0 1 0 6 13a7.500 7.500 0 0 1-6-13Z M18 6v3 M16.500 7.500h3",
  hit_the_books: BOOK,
  cut_rate: "M3 12L12 3h8v8l-9 9Z M16 7.500h.1 M9 11l4 4",
  upgraded: GEAR,
  cutting_edge: "M4 19h16 M7 19v-4h6 M8 3l4 0l1 7h-4Z M13 8a6 6 0 0 1 2 11",
  critical_condition: "M2 13h5l2-6l4 11l3-8l1.500 3H22",
  closed: "M4 9h16v10H4Z M4 9l8-6l8 6 M8 14h8",
  erase: "M4 15L14 5l6 6l-9 9H8Z M9 10l6 6 M4 21h16",
  passing_the_buck: "M3 8h13l-4-4 M21 16H8l4 4",
  all_wrong: "M8 8.500a4 4 0 1 1 6 3.500c-1.500 1-2 1.500-2 3.500 M12 19.500v.5",
  ev_misdiagnosis: `${LENS} M8 8l5 5 M13 8l-5 5`,
  ev_epidemic:
    "M12 7.500a4.500 4.500 0 1 1 0 9a4.500 4.500 0 1 1 0-9Z M12 3v4.500 M12 16.500V21 M3.500 12h4 M16.500 12h4 M6 6l3 3 M15 15l3 3 M6 18l3-3 M15 9l3-3",
  ev_intern: "M2 9l10-5l10 5l-10 5Z M6 11.500v5c3 3 9 3 12 0v-5 M22 9v6",
  ev_donation: "M4 10h16v10H4Z M3 7h18v3H3Z M12 7v13 M12 7c-5-5-8 0 0 0c8 0 5-5 0 0",
  ev_award: "M12 9a5.500 5.500 0 1 1 0 11a5.500 5.500 0 1 1 0-11Z M9 9L6 2 M15 9l3-7 M12 12v5",
};

/** The drawing of a card; cards of other packs get the drawing of their kind. */
export const cardPicture = (id: string, type: number) => BY_ID[id] ?? BY_TYPE[type] ?? BOARD;

/** The sign of each kind of card, so that its colour is never alone. */
export const kindSign = (type: number) => BY_TYPE[type] ?? BOARD;

export const SIGNS = {
  tp: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6Z",
  gold: "M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z M12 7.500l1.300 3h3.200l-2.500 2l1 3.200l-3-2l-3 2l1-3.200l-2.500-2h3.200Z",
  vp: "M12 2.500l2.900 6.200l6.600.8l-4.900 4.600l1.300 6.700L12 17.500l-5.900 3.300l1.300-6.700l-4.900-4.600l6.600-.8Z",
  care: PLASTER,
  upkeep: "M6 3h12 M6 21h12 M7 3c0 5 3 6 5 9c2-3 5-4 5-9 M7 21c0-5 3-6 5-9c2 3 5 4 5 9",
  marker: "M6 22V3 M6 4h13l-3.500 4.500L19 13H6",
  mark: "M14 22c1-8-1-15-8-14 M6 8c-1 2-4 2-4 5c2 0 3-1 3.500-2c-.5 2 0 4 1.500 5c1-1.500 1-3 .5-4.500c1 1.200 2.500 1.500 4 .8c-.5-2.300-2.500-3.300-5.500-4.300Z M14 18c2-3 5-3 7-2c-1 3-4 4-7 2Z",
  title:
    "M4 20h16l-2-9c-3-2-9-2-12 0Z M12 12.500v5 M9.500 15h5 M12 9.500c0-3 2-4 4-4 M18 3v2 M20.500 4.500l-1.500 1 M20 7.500h-1.500",
  deck: "M8 3h12v15H8Z M5 6v15h12",
  hand: "M5 8l6-3l6 14l-6 3Z M12 4h7v14",
  treatment: PLASTER,
  purchase: "M3 4h3l3 11h9l2.500-8H7.500 M10 19.500h.1 M17 19.500h.1",
} as const;

export type Sign = keyof typeof SIGNS;
