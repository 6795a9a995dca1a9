import { gameTitle, getPosition, liveUrl, toProblem } from "./api";
import { isOther, ownBuild } from "./build";
import {
  Connection,
  type Answer,
  type Link,
  type Request,
  type Socket,
  type WithoutId,
} from "./connection";
import { changedSpots, NOTHING_CHANGED } from "./changes";
import type { Told } from "./clock";
import { notePledge } from "./pledges";
import { paceOf } from "./motion";
import { Pacer, type Step } from "./pacing.svelte";
import { pick, spotIndex, type SpotIndex } from "./picking";
import {
  PROTOCOL,
  SPECTATOR,
  type Advice,
  type Choice,
  type CompanyRequest,
  type LessonInfo,
  type LogLine,
  type Places,
  type PreviewMessage,
  type Problem,
  type Proposal,
  type Reason,
  type ServerMessage,
  type StateMessage,
  type TalkLine,
  type View,
} from "./protocol";
import { sentences } from "./sentences";
import { readSettings, writeSettings, type Settings } from "./saved";
import { play } from "./sounds";
import {
  handoverTo,
  isMyTurn,
  lastOwnVersion,
  lookAtOnce,
  mergeTalk,
  newLines,
  NOTHING,
  questionKey,
  reduce,
  seatName,
  type Known,
} from "./store";
import { text } from "./text";

const PREVIEW_DELAY_MS = 90;
const STALE = "stale_action";
const MOST_TRIES = 8;

export interface Chooser {
  title: string;
  choices: Choice[];
  /** What is done with the choice made, if not just that. */
  go?: (choice: Choice) => void;
}

/** A piece that is being dragged. */
export interface Held {
  spot: string;
  /** Where it may be put; null: not known yet. */
  places: Places | null;
  /** The place that it is over. */
  over: string | null;
}

export interface WhyNot {
  spot: string;
  label: string;
  /** What the server says against it. */
  reasons: Reason[];
  /** The piece that was pressed, if a table tells. */
  piece: Element | null;
  byKeyboard: boolean;
}

export interface Past {
  version: number;
  view: View;
}

/** A position that is to be shown. */
interface Shown extends Step {
  known: Known;
  /** The answer to an own action. */
  own: boolean;
}

/** A position that others are compared with. */
interface Base {
  version: number;
  seat: number;
  /** null: not known (yet). */
  view: View | null;
}

const NOT_YET = { after: Infinity, until: Infinity };

/** One table as this browser plays or watches it: what is shown, what is open on the screen. */
export class TableSession {
  /** What is shown. It may be older than what is known: moves of others are shown one by one. */
  known: Known = $state.raw(NOTHING);
  /** The lines of the step that was shown last. */
  latest: LogLine[] = $state.raw([]);
  link: Link = $state("connecting");
  /** The title of the game. */
  title = $state("");
  /** The table cannot be opened at all. */
  fatal: Problem | null = $state.raw(null);
  refusal: Problem | null = $state.raw(null);
  /** What the server said to everybody at the table; it stays until it is dismissed. */
  notice: Problem | null = $state.raw(null);
  why: WhyNot | null = $state.raw(null);
  chooser: Chooser | null = $state.raw(null);
  /** What was said among those who play, or watch, as this device does. */
  talk: TalkLine[] = $state.raw([]);
  /** Lines that were said since the talk was last open. */
  unread = $state(0);
  /** What the seats have left of their time; null: there is no clock, or it does not run. */
  times: Told | null = $state.raw(null);
  /** The seats whose time is used up, as far as a clock shows it. */
  out: number[] = $state.raw([]);
  /** What the pieces drawn are called. */
  readonly labels: Record<string, string> = {};
  /** The piece that was pressed last: an answer stands beside it. */
  private touched: { spot: string; piece: Element; byKeyboard: boolean } | null = null;
  preview: (PreviewMessage & { action: string }) | null = $state.raw(null);
  /** What the search thinks of the best choices, where the player has asked. */
  hint: Advice[] | "thinking" | null = $state.raw(null);
  held: Held | null = $state.raw(null);
  /** The choice that the mouse or the focus is on. */
  pointed: Choice | null = $state.raw(null);
  past: Past | null = $state.raw(null);
  /** Where nothing is secret: the seat through whose eyes the past is seen; null for the own. */
  eyes: number | null = $state(null);
  /** The version that is looked for in the past: more presses go on from it before it is there. */
  wanted = $state(0);
  newBuild = $state(false);
  /** The rule book beside the table. null: closed; "": open at the beginning; else at a clause. */
  rule: string | null = $state.raw(null);
  /** The version that an own accepted or sent action waits for, null if none. */
  private waitsFor: number | null = $state(null);
  polite = $state("");
  assertive = $state("");
  settings: Settings = $state(readSettings());

  readonly state: StateMessage | null = $derived(this.known.state);
  readonly myTurn: boolean = $derived(isMyTurn(this.known));
  readonly busy: boolean = $derived(this.waitsFor !== null);
  readonly choices: Choice[] = $derived(
    this.past || !this.myTurn ? [] : (this.state?.choices ?? []),
  );
  readonly spots: SpotIndex = $derived(spotIndex(this.choices));
  readonly view: View | null = $derived(this.past?.view ?? this.state?.view ?? null);
  /** The seat to hand the device to, null if nobody need be passed anything. */
  readonly handover: number | null = $derived(
    this.settings.openHands || this.past ? null : handoverTo(this.known),
  );
  /** Whether the player may ask what is good: there is a choice, and nobody plays elsewhere. */
  readonly givesHints: boolean = $derived(
    this.choices.length > 1 && (this.state?.table.hints ?? false),
  );
  /** What the guided game says; null at other tables and while an earlier position is shown. */
  readonly lesson: LessonInfo | null = $derived(this.past ? null : (this.state?.lesson ?? null));
  /** The choice that the guided game asks for. */
  readonly meant: Choice | null = $derived(
    this.choices.find(({ notation }) => notation === this.lesson?.action) ?? null,
  );
  private readonly hinted: Advice | undefined = $derived(
    this.hint === null || this.hint === "thinking" ? undefined : this.hint[0],
  );
  /** The choice with a star: what the guided game asks for, or the best by the hint shown. */
  readonly advised: string | null = $derived(this.meant?.notation ?? this.hinted?.action ?? null);
  /** Changes when something else is asked of the seat looked at. */
  readonly question: string = $derived(questionKey(this.known));
  /** True while pieces answer clicks: an own seat is asked and the present is shown. */
  readonly live: boolean = $derived(
    this.past === null && this.state !== null && this.state.seat >= 0 && !this.state.over,
  );

  /** Whether nothing of the game is secret to this device: it is over, or its record came from here. */
  readonly seesAll: boolean = $derived(
    this.state !== null &&
      (this.state.over || (this.state.table.opened === true && this.state.host === true)),
  );
  /** Whether something may be tried out from a game that goes on, on the seat looked at. */
  readonly tries: boolean = $derived(
    this.state?.table.state === "playing" &&
      this.state.table.trials === true &&
      this.state.mine.includes(this.state.seat),
  );
  /** Whether this is the record of a game that is not finished: all of it is looked back at. */
  readonly unfinished: boolean = $derived(this.state?.table.opened === true && !this.state.over);
  /** Moves that are known and not shown yet. */
  readonly pending: number = $derived.by(() => this.pacer.count);
  /** What has happened between the last own turn and this one; for who watches, nothing. */
  readonly since: LogLine[] = $derived.by(() => {
    const { after, until } = this.between;
    return this.known.log.filter((line) => line.version > after && line.version <= until);
  });
  private readonly changed: ReadonlySet<string> = $derived.by(() => this.changesSince(this.base));
  private readonly changedNow: ReadonlySet<string> = $derived.by(() =>
    this.changesSince(this.previous),
  );

  /** The position after the last own action; for who watches, the one before the last move. */
  private base: Base | null = $state.raw(null);
  /** The versions after which, and up to which, others had their moves. */
  private between = $state.raw(NOT_YET);
  /** The position that was shown before this one. */
  private previous: Base | null = $state.raw(null);
  /** The version that the last action of each own seat led to. */
  private readonly actedAt: Record<number, number> = {};
  private newest: Known = NOTHING;
  /** The next position is the first one after a break. */
  private returned = false;
  private readonly pacer = new Pacer<Shown>(
    (step) => this.draw(step),
    () => paceOf(this.settings),
  );
  private readonly connection: Connection;
  private arrivals: { version: number; resolve: () => void }[] = [];
  private lookedAt: number | null = null;
  private lookingBack = 0;
  private previewTimer: ReturnType<typeof setTimeout> | undefined;
  private previews: Record<string, PreviewMessage> = {};

  constructor(
    readonly table: string,
    readonly token: string | null,
    makeSocket?: (url: string) => Socket,
  ) {
    this.connection = new Connection({
      url: liveUrl(table),
      token,
      have: () => this.newest.state?.version ?? -1,
      seat: () => this.lookedAt,
      visible: () => !document.hidden,
      onMessage: (message) => this.hear(message),
      onLink: (link) => {
        this.link = link;
        this.returned ||= link !== "open";
      },
      makeSocket,
    });
  }

  open = () => this.connection.open();
  close = () => {
    this.pacer.drain();
    this.connection.close();
  };
  reconnect = () => this.connection.reconnectNow();
  /** The page came into view, or is not any more. */
  seen = () => this.connection.seen();

  name(seat: number): string {
    return this.state ? seatName(this.state, seat) : text.seat(seat);
  }

  /** Shows the newest position, and not one by one what led there. */
  skip = () => this.pacer.skip();

  /** How the piece `spot` is marked: changed just now, or since the last own action. */
  changeAt(spot: string): "now" | "" | undefined {
    if (this.past) return undefined;
    if (this.changedNow.has(spot)) return "now";
    return this.changed.has(spot) ? "" : undefined;
  }

  /**
   * What the guided game has to do with the piece `spot`. Where several pieces stand for what is
   * asked, and the step says which of them to look at, only those are meant.
   */
  lessonAt(spot: string): "do" | "look" | undefined {
    const look = this.lesson?.look ?? [];
    if (!this.meant?.spots.includes(spot)) return look.includes(spot) ? "look" : undefined;
    const named = this.meant.spots.some((one) => look.includes(one));
    return !named || look.includes(spot) ? "do" : undefined;
  }

  /** Shows the table from `seat`, one of the own seats. */
  look(seat: number): void {
    this.lookedAt = seat === SPECTATOR ? null : seat;
    this.connection.look(seat);
  }

  /** Takes in which piece is pressed, and whether by the keyboard. */
  touch(spot: string, piece: Element, byKeyboard: boolean): void {
    this.touched = { spot, piece, byKeyboard };
  }

  /** A click on a piece: do the one choice, offer several, or say what it is and why there is none. */
  pickSpot(spot: string, label: string): void {
    if (this.busy) return;
    if (!this.live) return this.answer(spot, label, []);
    const found = pick(this.spots, spot);
    if (found.kind === "none") void this.ask(spot, label);
    else if (this.meant && this.lessonAt(spot) === "do") void this.choose(this.meant);
    else if (found.kind === "several")
      this.chooser = { title: text.play.choose(label), choices: found.choices };
    else void this.choose(found.choice);
  }

  /**
   * A click on a choice: do it, or show it first if the player wants that or something is wasted.
   *
   * @param go What doing it is, if not just that.
   */
  choose(choice: Choice, go?: Chooser["go"]): void {
    const wastes = this.settings.warnings && choice.warning && choice !== this.meant;
    if (this.settings.confirm || wastes) this.inspect(choice, go);
    else if (go) go(choice);
    else void this.act(choice);
  }

  /** Shows what `choice` would do, and offers to do it. */
  inspect(choice: Choice, go?: Chooser["go"]): void {
    this.chooser = { title: choice.label, choices: [choice], ...(go && { go }) };
    this.point(choice);
  }

  /** Whether the piece `spot` may be picked up: it can be chosen, or is what the question is about. */
  canHold(spot: string, chosen: boolean): boolean {
    return this.live && this.myTurn && !this.busy && (chosen || this.spots.has(spot));
  }

  /** Picks a piece up; where it may be put comes into `held`. */
  async hold(spot: string): Promise<void> {
    const { state } = this;
    if (!state) return;
    if (!this.spots.has(spot)) {
      this.held = { spot, places: this.placesOfChoices(), over: null };
      return;
    }
    this.held = { spot, places: null, over: null };
    const request = { type: "places", seat: state.seat, expected: state.version } as const;
    const answer = await this.connection.request({ ...request, piece: spot });
    if (this.held?.spot !== spot) return;
    const places = answer?.type === "places" ? answer.places : {};
    this.held = { ...this.held, places };
  }

  /** What has been chosen goes to any piece that an answer names. */
  private placesOfChoices(): Places {
    const ways = [...this.spots].map(
      ([place, choices]) => [place, choices.map(({ notation }) => [notation])] as const,
    );
    return Object.fromEntries(ways);
  }

  /** What the piece that is dragged finds at `spot`: a place for it, or the place that it is over. */
  dropAt(spot: string): "over" | "" | undefined {
    const { held } = this;
    if (!held?.places || !Object.hasOwn(held.places, spot)) return undefined;
    return held.over === spot ? "over" : "";
  }

  /** Says beside `place` why the piece `spot` cannot be put there. */
  whyNotThere(spot: string, place: Element): void {
    const there = place.getAttribute("data-spot") ?? "";
    this.touch(there, place, false);
    void this.ask(there, this.labels[there] ?? "", this.spots.has(spot) ? spot : undefined);
  }

  /** Does `choice` for the seat looked at. */
  async act(choice: Choice): Promise<void> {
    if (!this.busy && this.myTurn)
      await this.submit((seat, expected) => {
        return { type: "act", seat, expected, action: choice.notation };
      });
  }

  /** Sends what is about people rather than the game; whether the server did it. */
  async company(request: WithoutId<CompanyRequest>): Promise<boolean> {
    const answer = await this.connection.request(request);
    if (answer?.type === "reject") this.refuse(answer);
    return answer?.type === "ack";
  }

  /** Leaves the guided game: from here on one plays freely. */
  async leaveLesson(): Promise<void> {
    const { state } = this;
    if (!state) return;
    const answer = await this.connection.request({ type: "leave_lesson", seat: state.seat });
    if (answer?.type === "reject") this.refuse(answer);
  }

  async undo(): Promise<void> {
    const undo = this.state?.undo;
    if (!undo || this.busy) return;
    if (undo.allowed) await this.submit((seat, expected) => ({ type: "undo", seat, expected }));
    else this.refuse({ code: "undo", message: text.play.cannotUndo(undo.reason) });
  }

  /** Goes back to the beginning of the own turn; where that is one choice, it is taken back. */
  async restart(): Promise<void> {
    const undo = this.state?.undo;
    if (!undo?.turn) return this.undo();
    if (!this.busy) await this.submit((seat, expected) => ({ type: "restart", seat, expected }));
  }

  /** Asks the others to take the last own choice back. */
  async propose(): Promise<void> {
    const { state } = this;
    if (!state?.undo.asks || this.busy) return;
    const { seat, version } = state;
    await this.answered({ type: "propose", seat, expected: version, what: "undo" });
  }

  /** Asks the others to end the game as it stands; where nobody is to be asked, it ends. */
  async proposeEnd(): Promise<void> {
    const { state } = this;
    const seat = state?.mine.includes(state.seat) ? state.seat : state?.mine[0];
    if (!state || seat === undefined) return;
    await this.answered({ type: "propose", seat, expected: state.version, what: "end" });
  }

  /** Agrees to what is proposed, or not; the own proposal is withdrawn by that. */
  async vote(proposal: Proposal, agree: boolean): Promise<void> {
    const mine = this.state?.mine ?? [];
    const seat = mine.includes(proposal.seat)
      ? proposal.seat
      : mine.find((own) => proposal.asked.includes(own));
    if (seat !== undefined)
      await this.answered({ type: "vote", seat, number: proposal.number, agree });
  }

  private async answered(request: Request): Promise<void> {
    const answer = await this.connection.request(request);
    if (answer?.type === "reject") this.refuse(answer);
  }

  /**
   * Sends what `make` makes. If only others have moved in the meantime and the question is still
   * the same, it is sent again for the new version; otherwise the player sees the refusal.
   */
  private async submit(make: (seat: number, expected: number) => Request): Promise<void> {
    const question = this.question;
    this.skip();
    if (this.question !== question) return; // what was meant is not asked any more
    this.tidy();
    this.waitsFor = Infinity;
    for (let tries = 1; this.state; tries += 1) {
      const answer = await this.connection.request(make(this.state.seat, this.state.version));
      if (answer?.type === "reject" && answer.code === STALE && tries < MOST_TRIES) {
        await this.arrival(answer.version);
        if (this.question === question) continue;
      }
      this.finish(answer);
      return;
    }
  }

  private finish(answer: Answer | null): void {
    const coming = answer?.type === "ack" && answer.version > (this.newest.state?.version ?? -1);
    this.waitsFor = coming ? answer.version : null;
    if (answer?.type === "reject") this.refuse(answer);
  }

  /** Resolves when a position of at least `version` is known. */
  private arrival(version: number): Promise<void> {
    if ((this.state?.version ?? -1) >= version) return Promise.resolve();
    return new Promise((resolve) => this.arrivals.push({ version, resolve }));
  }

  /** Asks for what `choice` would do; the answer comes into `preview`. */
  point(choice: Choice | null): void {
    clearTimeout(this.previewTimer);
    this.pointed = choice;
    if (!choice) {
      this.preview = null;
      return;
    }
    const known = this.previews[choice.notation];
    if (known) this.preview = { ...known, action: choice.notation };
    else this.previewTimer = setTimeout(() => void this.fetchPreview(choice), PREVIEW_DELAY_MS);
  }

  /** The mouse or the focus comes to `choice`, or leaves; what is being inspected stays. */
  hover(choice: Choice | null): void {
    if (this.chooser?.choices.length !== 1) this.point(choice);
  }

  hoverSpot(spot: string): void {
    const found = pick(this.spots, spot);
    this.hover(found.kind === "one" ? found.choice : null);
  }

  private async fetchPreview(choice: Choice): Promise<void> {
    const { notation } = choice;
    const state = this.state;
    if (!state || !this.myTurn) return;
    const question = this.question;
    const answer = await this.connection.request({
      type: "preview",
      seat: state.seat,
      expected: state.version,
      action: notation,
    });
    if (answer?.type === "reject" && answer.code === STALE) await this.arrival(answer.version);
    if (this.question !== question || this.pointed?.notation !== notation) return;
    if (answer?.type === "reject") return this.point(choice);
    if (answer?.type !== "preview") return;
    this.previews[notation] = answer;
    this.preview = { ...answer, action: notation };
  }

  /** Asks what is good; the answer comes into `hint`, unless something else is asked by then. */
  async askHint(): Promise<void> {
    const { state, question } = this;
    if (!state || !this.givesHints || this.hint !== null) return;
    this.hint = "thinking";
    const answer = await this.connection.request({
      type: "hint",
      seat: state.seat,
      expected: state.version,
    });
    if (this.question !== question || this.hint !== "thinking") return;
    this.hint = answer?.type === "hint" ? answer.choices : null;
    if (answer?.type === "reject") this.refuse(answer);
  }

  private async ask(spot: string, label: string, piece?: string): Promise<void> {
    const state = this.state;
    if (!state) return;
    const request = { type: "why", seat: state.seat, spot } as const;
    const answer = await this.connection.request(piece ? { ...request, piece } : request);
    if (this.state?.seat !== state.seat || this.handover !== null) return;
    if (answer?.type === "why") this.answer(spot, label, answer.reasons);
    else if (answer?.type === "reject") this.refuse(answer);
  }

  private answer(spot: string, label: string, reasons: Reason[]): void {
    const touched = this.touched?.spot === spot ? this.touched : null;
    const { piece = null, byKeyboard = false } = touched ?? {};
    this.why = { spot, label, reasons, piece, byKeyboard };
  }

  /** Shows the position after `version`, read only. */
  async viewPast(version: number): Promise<void> {
    const state = this.state;
    if (!state) return;
    if (version >= state.version && !this.unfinished) return this.backToNow();
    const wanted = Math.max(0, Math.min(version, state.version));
    this.wanted = wanted;
    const request = ++this.lookingBack;
    const isWanted = () => request === this.lookingBack && this.state?.seat === state.seat;
    try {
      const seat = this.seesAll ? (this.eyes ?? state.seat) : state.seat;
      const { view } = await getPosition(this.table, wanted, seat, this.token);
      if (!isWanted() || this.handover !== null) return;
      this.tidy();
      this.past = { version: wanted, view };
    } catch (error) {
      if (isWanted()) this.refuse(toProblem(error));
    }
  }

  backToNow(): void {
    this.lookingBack += 1;
    this.past = null;
    this.why = null;
    this.handOver();
  }

  saveSettings(settings: Settings): void {
    if (settings.sound !== this.settings.sound) play("turn", settings);
    this.settings = settings;
    writeSettings(settings);
    if (paceOf(settings) === 0) this.skip();
    this.followOpenHands();
  }

  /** Shows a refusal to the seat looked at, and to nobody else. */
  refuse(problem: Problem): void {
    if (this.handover !== null) return;
    this.refusal = problem;
    this.assertive = problem.message;
  }

  private hear(message: ServerMessage): void {
    if (message.type === "error") this.hearError(message);
    if (message.type === "talk") this.listen(message.lines);
    if (message.type === "state" || message.type === "table")
      this.times = message.times ? { ...message.times, at: performance.now() } : null;
    if (message.type === "table") {
      this.newest = reduce(this.newest, message);
      this.known = reduce(this.known, message);
    }
    if (message.type !== "state") return;
    const before = this.newest;
    this.newest = reduce(before, message);
    if (this.newest === before) return;
    this.fatal = null;
    const silent = newLines(before, this.newest).length === 0;
    const step = { known: this.newest, silent, own: this.busy };
    if (this.busy || this.returned || !follows(before, this.newest)) this.pacer.now(step);
    else this.pacer.add(step);
    this.returned = false;
  }

  /** Shows a position. */
  private draw({ known, own }: Shown): void {
    const before = this.known;
    const question = this.question;
    // What leads to a hand-over is shown until then; from there on only the newest counts.
    const handsOver = !this.settings.openHands && handoverTo(known) !== null;
    this.known = handsOver ? (this.pacer.drain()?.known ?? known) : known;
    const message = this.known.state;
    if (!message) return;
    if (this.waitsFor !== null && message.version >= this.waitsFor) this.waitsFor = null;
    if (message.version !== before.state?.version) this.previews = {};
    if (this.question !== question) this.forgetQuestion();
    for (const { resolve } of this.arrivals.filter((a) => a.version <= message.version)) resolve();
    this.arrivals = this.arrivals.filter((a) => a.version > message.version);
    this.compare(before, own);
    this.speak(before);
    this.followSeat();
    this.handOver();
    this.sound(before, own);
    void this.compareBuild(message);
    const { pledge } = message.table;
    if (pledge) notePledge(this.table, pledge, message.version);
    if (!before.state) void gameTitle(message.table.game).then((title) => (this.title = title));
  }

  private listen(lines: TalkLine[]): void {
    const before = this.talk;
    this.talk = mergeTalk(before, lines);
    const fresh = this.talk.slice(before.length);
    const mine = this.state?.mine ?? [];
    this.unread += fresh.filter((line) => !mine.includes(line.seat)).length;
    const last = fresh.at(-1);
    if (last && fresh.length < 3 && this.handover === null)
      this.polite = last.name ? text.company.said(last.name, last.text) : last.text;
  }

  /** Takes in what the position shown now is compared with. */
  private compare(before: Known, own: boolean): void {
    const now = asBase(this.known);
    const old = asBase(before);
    if (!now) return;
    const same = old?.seat === now.seat;
    this.latest = same ? newLines(before, this.known) : [];
    this.previous = same && !own ? old : null;
    if (now.seat === SPECTATOR) this.base = this.previous;
    else if (own) this.acted(now, old);
    else if (!same) void this.recall(now.seat);
  }

  private acted(now: Base, old: Base | null): void {
    this.base = now;
    this.actedAt[now.seat] = now.version;
    const { after, until } = this.between;
    const begun = Math.min(until, old?.version ?? until);
    this.between = this.myTurn ? { after, until: begun } : { after: now.version, until: Infinity };
  }

  private changesSince(base: Base | null): ReadonlySet<string> {
    const state = this.state;
    if (!base?.view || !state?.view || base.seat !== state.seat) return NOTHING_CHANGED;
    return changedSpots(base.view, state.view);
  }

  /** Gets the position after the last own action, which this page does not have (any more). */
  private async recall(seat: number): Promise<void> {
    const version = this.actedAt[seat] ?? lastOwnVersion(this.known, seat);
    const base = { version, seat, view: null };
    this.base = base;
    this.between = { after: version, until: Infinity };
    if (version >= (this.state?.version ?? 0)) return;
    try {
      const { view } = await getPosition(this.table, version, seat, this.token);
      if (this.base === base) this.base = { ...base, view };
    } catch {
      // Without it nothing is marked; the list of what happened is there all the same.
    }
  }

  private sound(before: Known, own: boolean): void {
    if (!before.state) return;
    if (this.state?.over && !before.state.over) play("end", this.settings);
    else if (this.myTurn && !isMyTurn(before)) play("turn", this.settings);
    else if (!own && this.latest.length > 0) play("move", this.settings);
  }

  private hearError(problem: Problem): void {
    if (this.state) {
      this.notice = problem;
      this.assertive = problem.message;
      return;
    }
    this.fatal = problem;
    this.connection.close();
  }

  private forgetQuestion(): void {
    this.tidy();
    this.refusal = null;
    this.hint = null;
  }

  private tidy(): void {
    this.point(null);
    this.chooser = null;
    this.why = null;
    this.held = null;
  }

  private speak(before: Known): void {
    if (this.handover !== null) return;
    if (before.state?.seat !== this.state?.seat) this.assertive = "";
    const lines = newLines(before, this.known).map((line) => line.text);
    const turn = this.myTurn && this.state ? [text.play.yourTurn, this.state.prompt] : [];
    const taught = this.lesson?.text ?? "";
    const step = taught === before.state?.lesson?.text ? "" : taught.replaceAll("**", "");
    const spoken = sentences([...lines, ...turn, step].filter(Boolean));
    if (spoken) this.polite = spoken;
  }

  private followSeat(): void {
    const state = this.known.state;
    if (!state) return;
    if (state.seat !== SPECTATOR) this.lookedAt = state.seat;
    const [only] = state.mine;
    if (only !== undefined && lookAtOnce(this.known)) this.look(only);
    else this.followOpenHands();
  }

  private followOpenHands(): void {
    const next = handoverTo(this.known);
    if (this.settings.openHands && next !== null) this.look(next);
  }

  /**
   * While the device goes to another seat nothing of the last one is left: nothing said, nothing
   * open, and no view but that of everybody is known or sent.
   */
  private handOver(): void {
    if (this.handover === null) return;
    this.forgetQuestion();
    this.previews = {};
    this.base = this.previous = null;
    this.between = NOT_YET;
    this.latest = [];
    this.assertive = "";
    this.polite = text.handover.title(this.name(this.handover));
    if (this.state?.seat !== SPECTATOR) this.look(SPECTATOR);
  }

  private async compareBuild(message: StateMessage): Promise<void> {
    this.newBuild = message.protocol !== PROTOCOL || isOther(await ownBuild, message.build);
  }
}

/** Whether `after` is what happened next, seen from the same seat. */
function follows({ state: before }: Known, { state: after }: Known): boolean {
  if (!before?.view || !after?.view) return false;
  return before.seat === after.seat && before.version < after.version;
}

function asBase({ state }: Known): Base | null {
  return state?.view ? { version: state.version, seat: state.seat, view: state.view } : null;
}
