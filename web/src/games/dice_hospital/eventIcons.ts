import { DROP, symbol } from "./symbols";

/** A picture on a 24 x 24 grid: areas to fill, and lines to draw over them. */
export interface Picture {
  fill: string;
  line: string;
}

const PERSON = "M12 3a4 4 0 1 1 0 8a4 4 0 0 1 0-8ZM4.500 21c0-5 3-8 7.500-8s7.500 3 7.500 8Z";
const BELL =
  "M12 3c4 0 6 3 6 7v4l2.500 3.500h-17L6 14v-4c0-4 2-7 6-7ZM9.500 19.500h5a2.500 2.500 0 0 1-5 0Z";

// What the events do is known by the rule that explains them.
const PICTURES: Record<string, Picture> = {
  "DH-21.9": { fill: DROP, line: "M12 9.500v7M8.500 13h7" },
  "DH-21.10": { fill: DROP, line: "M8.500 13h7" },
  "DH-21.11": { fill: symbol("red"), line: "" },
  "DH-21.12": { fill: symbol("yellow"), line: "" },
  "DH-21.13": { fill: symbol("green"), line: "" },
  "DH-21.14": { fill: "M15 2.500A9.700 9.700 0 1 0 21.500 15A8 8 0 0 1 15 2.500Z", line: "" },
  "DH-21.15": { fill: "M10 4v4.500h11v7H10V20l-8-8Z", line: "" },
  "DH-21.16": { fill: PERSON, line: "M8.500 17h7" },
  "DH-21.17": { fill: PERSON, line: "M12 14v6M9 17h6" },
  "DH-21.18": {
    fill: "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3Z",
    line: "M12 7v10M7 12h10",
  },
  "DH-21.19": { fill: "M13.500 1.500L4 14h6.500L9.500 22.500L20 9.500h-7Z", line: "" },
  "DH-21.20": { fill: "M6 2.500h12v19H6Z", line: "M9 8l6 6M15 8l-6 6" },
  "DH-21.21": {
    fill: "M3 4h15v14h3V8v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z",
    line: "M6 8h9M6 12h9M6 16h5",
  },
  "DH-21.22": { fill: "M12 2l9 3v6c0 6-4 9.500-9 11c-5-1.500-9-5-9-11V5Z", line: "M8 12l3 3l5-6" },
  "DH-21.23": {
    fill: "M10 2.500a7.500 7.500 0 1 1 0 15a7.500 7.500 0 0 1 0-15ZM15.500 17l1.500-1.500l5 5l-1.500 1.500Z",
    line: "M10 6.500v4M10 13v.2",
  },
};

/** The picture of the event that `clause` explains; a bell for all that we do not know. */
export const eventPicture = (clause: string): Picture =>
  PICTURES[clause] ?? { fill: BELL, line: "" };
