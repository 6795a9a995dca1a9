// What is said about being told of one's turn: fetched with the first page about it.

import { spelled } from "../lib/clock";
import type { Standing } from "./browser";
import type { Way } from "./wishes";

export const words = {
  notify: "Show a notice while this page is in the background",
  standing: {
    insecure:
      "Browsers show notices only for pages opened over https. Here the name of the tab, its icon and the sound tell you.",
    absent: "This browser shows no notices. The name of the tab, its icon and the sound tell you.",
    denied:
      "This browser was told not to show notices of this page. You can change that in its settings for this page.",
    default: "Your browser will ask you whether it may.",
    granted: "",
  } satisfies Record<Standing, string>,
  push: "Tell this browser while no page is open as well",
  pushHelp:
    "By the push service of the browser's maker. It learns that there is a message, not what it says.",
  noPush: "The push service of this browser does not answer, or is switched off.",
  after: (seconds: number) =>
    seconds < 1
      ? "As soon as something waits for you and no page of the table is in view:"
      : `When something has waited for you for ${spelled(Math.round(seconds))} and no page of the table was in view:`,
  ways: {
    push: "Browser",
    webhook: "Call of an address",
    mail: "Mail",
  } satisfies Record<Way, string>,
  add: "Add",
  mail: "Your address for mail",
  mailSent: "A mail is on its way. Its link confirms the address.",
  webhook: "Address to call (https)",
  secret: "The calls are signed with this secret. It is shown this once:",
  unconfirmed: "not confirmed yet",
  end: "End",
  endOf: (way: string, place: string) => `End: ${way}, ${place}`,
  list: "You are told by",
  confirmTitle: "Mail when it is your turn?",
  confirmDo: "Yes, tell me by mail",
  confirmed: (place: string) => `${place} will be told.`,
  stopTitle: "No more mail?",
  stopDo: "Stop these mails",
  stopped: (place: string) => `${place} will be told no more.`,
  next: "Next table that waits for you:",
};
