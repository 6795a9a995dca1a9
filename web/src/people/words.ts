// What is said about people with a name: fetched with the first page about them.

import { dateAndTime, plural } from "../lib/text";

export const words = {
  title: "Your name",
  why: "A name leads you to your tables on all your devices, and keeps a history, statistics and ratings. You can play without one. There is no password, no mail, nothing to confirm.",
  choose: "Choose a name",
  name: "Your name",
  have: "I have a code",
  haveHelp: "The recovery code that you got with your name, on this server.",
  code: "Recovery code",
  signIn: "Sign in",
  working: "One moment …",
  codeTitle: "Write this code down",
  codeHelp:
    "It is the only way to your name on another device, or when this browser forgets. It is shown this once; the server keeps no copy. Whoever has it is you.",
  copy: "Copy the code",
  copied: "Copied",
  copyYourself: "Copy the marked code yourself (Ctrl+C, or press on it for long).",
  written: "I have written it down",
  signedInAs: "Signed in as",
  statistics: "Statistics and ratings",
  noGames: "Nothing yet: games that you finish from now on stand here.",
  kind: (game: string, players: number) =>
    players === 1 ? `${game}, alone` : `${game}, ${players} players`,
  games: "Games",
  wins: "Won",
  mean: "Mean points",
  rating: "Rating",
  unrated: "none: no rated game yet",
  rated: (value: number, spread: number) => `${value} ± ${spread}`,
  unsure: "not yet certain",
  ratedGames: (count: number) => plural(count, "rated game", "rated games"),
  course: (values: number[]) =>
    `Course of the rating over ${plural(values.length, "game", "games")}: from ${values[0]} to ${values.at(-1)}`,
  ratingHelp:
    "Everybody begins at 1500. 400 points more are odds of ten to one. Behind ± is how far the true strength may be off, in 95 of 100 cases. Only rated games count; their makers choose that when they set the table up.",
  history: "History",
  somebody: "Somebody",
  you: "you",
  points: (points: number) => plural(points, "point", "points"),
  rank: (rank: number) => `${rank}.`,
  early: "ended early",
  ratedMark: "rated",
  newRating: (value: number) => `rating then ${value}`,
  lookBack: "Look back",
  lookBackAt: (game: string, when: string) => `Look back at ${game}, ${when}`,
  gone: "no longer kept",
  more: "Earlier games",
  linkTitle: "Tables of this device",
  linkHelp: (count: number) =>
    `${plural(count, "seat", "seats")} taken on this device ${count === 1 ? "is" : "are"} not linked to your name yet.`,
  link: "Link to my name",
  linked: (count: number) => `${plural(count, "table is", "tables are")} linked to your name.`,
  notLinked: "The others are gone, or linked to somebody else's name.",
  devices: "Signed in",
  thisDevice: "this device",
  since: (began: string, seen: string) => `since ${began}, last seen ${seen}`,
  signOut: "Sign out",
  signOutOf: (when: string) => `Sign out the device signed in since ${when}`,
  signOutHere: "Sign out here",
  signOutHelp:
    "You need your recovery code to sign in again. A device keeps the seats that were opened on it.",
  signOutElsewhere: "Sign out everywhere else",
  renewTitle: "A new recovery code",
  renewHelp: "If the code got lost or somebody saw it. The old one is worth nothing from then on.",
  renew: "Make a new code",
  rename: "Change",
  renameHelp: "Names need not differ from others'. Seats that you have keep the name they have.",
  everything: "Everything about you",
  everythingHelp:
    "One file (JSON) with all that this server keeps about you, the records of your finished games included.",
  download: "Save it as a file",
  delete: "Delete everything",
  deleteHelp:
    "Your name, code, devices and history are deleted for good. In the history of others, and at finished tables, you are then “Somebody”. Games that are not over can be played on from the devices where you opened them.",
  deleteTitle: "Delete everything about you?",
  deleteDo: "Yes, delete everything",
  keep: "Keep it",
  deleted: "Everything about you has been deleted.",
  noTables: "Tables that you open or join are listed here, on all devices where you are signed in.",
  elsewhere: "On your other devices",
  off: "This server keeps no names. You can play all the same.",
};

/** A time in seconds since 1970, for people. */
export const day = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString(undefined, { dateStyle: "medium" });

/** A time in seconds since 1970, with its hour. */
export const moment = (seconds: number) => dateAndTime(1000 * seconds);
