// The messages between client and server, as the server documents them.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type View = { [key: string]: Json };

/** Protocol version that this client speaks. */
export const PROTOCOL = 1;
/** The seat number of somebody who only watches. */
export const SPECTATOR = -1;

/** An answer that says no: what happened, where, what was expected, which rule. */
export interface Problem {
  code: string;
  message: string;
  where?: string;
  expected?: string;
  clause?: string;
}

export interface GameOption {
  name: string;
  kind: "choice" | "bool" | "int" | "file";
  default: string | number | boolean;
  values: string[];
  /** Names of the values for people, in the same order; empty if the values say it. */
  labels: string[];
  /** Numbers of players, from and to, with whom it means anything. */
  players: [number, number];
  low: number | null;
  high: number | null;
  title: string;
  help: string;
  clause: string;
  /** One of the few that make another game; the others may be folded. */
  main: boolean;
}

/** A ready-made choice of options: those that are not the defaults. */
export interface Preset {
  name: string;
  title: string;
  help: string;
  options: Options;
}

export interface GameInfo {
  id: string;
  title: string;
  tagline: string;
  credits: { designers: string | string[]; publisher: string; year: number | null; note: string };
  min_players: number;
  max_players: number;
  rules_version: string | number;
  /** Where the ES module lies that draws it, from the address of the server; null: there is none. */
  drawing?: string | null;
  /** Whether it has a guided first game. */
  lesson?: boolean;
}

/** A game with what can be chosen for a table of it. */
export interface GameToSetUp extends GameInfo {
  options: GameOption[];
  /** The usual game first. */
  presets: Preset[];
}

export interface BotInfo {
  id: string;
  title: string;
  description: string;
}

export type SeatKind = "me" | "device" | "open" | "bot";
export type Options = Record<string, string | number | boolean>;

export interface SeatRequest {
  kind: SeatKind;
  name?: string;
  bot?: string;
}

export interface SeatInfo {
  seat: number;
  kind: SeatKind;
  name: string;
  taken: boolean;
  bot: string | null;
  /** The bot that plays for its holder, who is away. */
  stand_in?: string | null;
  muted?: boolean;
}

/** How long each seat may think, in seconds: free for each turn, and beyond that in all. */
export interface Pace {
  move: number;
  reserve: number;
}

/** What a seat has left, in milliseconds: free time of its turn, and reserve. */
export interface TimeLeft {
  free: number;
  reserve: number;
}

/** What is left of a table's time when a message is sent. */
export interface Times {
  /** The seats whose time runs. */
  running: number[];
  /** For each seat what it has left; null: a bot's. */
  seats: (TimeLeft | null)[];
}

export interface TableInfo {
  table: string;
  game: string;
  options: Options;
  seats: SeatInfo[];
  state: "waiting" | "playing" | "over";
  seed_hash: string | null;
  /** What was promised about the deal, a hash; null where nothing was. */
  pledge?: string | null;
  version: number;
  /** Whether who is asked may ask what is good. */
  hints?: boolean;
  /** Whether who sits here may try something out while the game goes on. */
  trials?: boolean;
  /** Seats of people who are not connected. */
  away?: number[];
  /** Whether spectators may not talk. */
  quiet?: boolean;
  /** What somebody asks the others for. */
  proposal?: Proposal | null;
  /** The table of the rematch. */
  next?: string | null;
  /** The table from which something is tried out here. */
  origin?: string | null;
  /** That game was going on: what was hidden from the seat there is guessed here. */
  guessed?: boolean;
  /** Somebody brought the record of this game: nobody plays here. */
  opened?: boolean;
  /** The game counts for the ratings of people with names. */
  rated?: boolean;
  /** How long each seat may think; null: as long as it likes. */
  clock?: Pace | null;
}

export interface Clause {
  id: string;
  text: string;
  tags: string[];
}

export interface Chapter {
  id: string;
  title: string;
  text: string;
  /** Whether it is written for players, not for those who program or test the game. */
  players: boolean;
  clauses: Clause[];
}

export interface RuleBook {
  game: string;
  title: string;
  introduction: string;
  chapters: Chapter[];
  /** What to read who does not know the game; null if its package brings no guide. */
  guide: Guide | null;
}

/** A word or an icon of a game, explained in a sentence. */
export interface Term {
  name: string;
  forms: string[];
  text: string;
  /** The file of its picture; empty if there is none. */
  icon: string;
}

export interface Guide {
  title: string;
  text: string;
  terms: Term[];
  /** The SVG of every picture by its file. */
  pictures: Record<string, string>;
}

/** One thing the asked seat may do now. `spots` name the pieces that stand for it. */
export interface Choice {
  action: number;
  notation: string;
  label: string;
  sentence: string;
  spots: string[];
  group: string;
  /** What it leaves unused for good; people are asked once more. */
  warning?: string;
}

export interface LogLine {
  version: number;
  seat: number;
  text: string;
  private: boolean;
}

export interface UndoInfo {
  allowed: boolean;
  reason: string;
  what: string;
  /** Whether several choices of the turn can be taken back at once. */
  turn?: boolean;
  /** Whether the others can be asked to take it back. */
  asks?: boolean;
}

/** What a player asks the others for. */
export interface Proposal {
  number: number;
  what: "undo" | "end";
  /** Who asks. */
  seat: number;
  /** Whose answers are missing. */
  asked: number[];
}

/** What a guided first game says to its learner. */
export interface LessonInfo {
  /** The number of the step, from 1. */
  step: number;
  steps: number;
  /** The guided part is over; the text says so. */
  over: boolean;
  /** Empty while others play. */
  text: string;
  /** The notation of the action that is asked for. */
  action: string | null;
  /** Spots to look at. */
  look: string[];
}

export interface StateMessage {
  type: "state";
  protocol: number;
  build: string;
  version: number;
  table: TableInfo;
  seat: number;
  mine: number[];
  /** Whether this device made the table. */
  host?: boolean;
  view: View | null;
  asked: number[];
  status: string;
  prompt: string;
  choices: Choice[];
  undo: UndoInfo;
  log_from: number;
  log: LogLine[];
  over: boolean;
  scores: number[] | null;
  ranking: number[][] | null;
  seed?: string | null;
  /** null: this is no guided game, or goes on freely. */
  lesson?: LessonInfo | null;
  /** null: the table has no clock, or nothing is being played. */
  times?: Times | null;
}

/** What is other than in the state message before it, as paths and values. */
export interface ChangeMessage extends Pick<
  StateMessage,
  "version" | "mine" | "host" | "times" | "log_from" | "log"
> {
  type: "change";
  set: [path: (string | number)[], value: Json][];
}

export interface AckMessage {
  type: "ack";
  id: string;
  version: number;
}

export interface RejectMessage extends Problem {
  type: "reject";
  id: string;
  version: number;
}

/** A path into the view with the value before and after. */
export type Change = [path: string, before: Json, after: Json];

export interface PreviewMessage {
  type: "preview";
  id: string;
  version: number;
  sentences: string[];
  changes: Change[];
  chance: boolean;
}

/** What the search thinks of one choice. */
export interface Advice {
  action: string;
  sentence: string;
  /** What it expects for the seat, 0 to 1; 0.5 is level with its best rival. */
  value: number;
  visits: number;
  line: string[];
}

export interface HintMessage {
  type: "hint";
  id: string;
  version: number;
  /** The best one first. */
  choices: Advice[];
}

export interface Reason {
  sentence: string;
  clause: string;
  text: string;
}

export interface WhyMessage {
  type: "why";
  id: string;
  reasons: Reason[];
}

/** For each place that a piece may be put at, the ways there: notations, one after the other. */
export type Places = Record<string, string[][]>;

export interface PlacesMessage {
  type: "places";
  id: string;
  version: number;
  places: Places;
}

/** Something said: by a seat, by a spectator (seat -1), or (without a name) by the table itself. */
export interface TalkLine {
  number: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

export interface TalkMessage {
  type: "talk";
  lines: TalkLine[];
}

/** The table, when only who is away has changed. */
export interface TableMessage {
  type: "table";
  table: TableInfo;
  times?: Times | null;
}

export interface ErrorMessage extends Problem {
  type: "error";
}

export type ServerMessage =
  | StateMessage
  | ChangeMessage
  | AckMessage
  | RejectMessage
  | PreviewMessage
  | WhyMessage
  | PlacesMessage
  | HintMessage
  | TalkMessage
  | TableMessage
  | ErrorMessage
  | { type: "pong" };

export type ClientRequest =
  | { type: "act"; id: string; seat: number; expected: number; action: string }
  | { type: "undo"; id: string; seat: number; expected: number }
  | { type: "restart"; id: string; seat: number; expected: number }
  | { type: "propose"; id: string; seat: number; expected: number; what: Proposal["what"] }
  | { type: "vote"; id: string; seat: number; number: number; agree: boolean }
  | { type: "preview"; id: string; seat: number; expected: number; action: string }
  | { type: "hint"; id: string; seat: number; expected: number }
  | { type: "why"; id: string; seat: number; spot: string; piece?: string }
  | { type: "places"; id: string; seat: number; expected: number; piece: string }
  | { type: "leave_lesson"; id: string; seat: number }
  | CompanyRequest;

/** What is about people rather than the game. */
export type CompanyRequest =
  | { type: "rename"; id: string; seat: number; name: string }
  | { type: "leave"; id: string; seat: number }
  | { type: "kick"; id: string; who: number }
  | { type: "swap"; id: string; seat: number; to: number }
  | { type: "say"; id: string; text: string; seat?: number; name?: string }
  | { type: "mute"; id: string; who: number; muted: boolean }
  | { type: "stand_in"; id: string; seat: number; who: number; bot: string }
  | { type: "back"; id: string; seat: number };

export type ClientMessage =
  | ClientRequest
  | {
      type: "hello";
      token: string | null;
      have: number;
      seat: number | null;
      changes: true;
      visible: boolean;
    }
  | { type: "look"; seat: number }
  | { type: "visible"; visible: boolean }
  | { type: "ping" };

/** The message in `data`, or null if it is not one of ours. */
export function parseMessage(data: unknown): ServerMessage | null {
  if (typeof data !== "string") return null;
  try {
    const message = JSON.parse(data) as { type?: unknown };
    return typeof message.type === "string" ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}
