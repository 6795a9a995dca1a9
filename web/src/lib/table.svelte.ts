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
import { pick, spotIndex, type SpotIndex } from "./picking";
import {
  PROTOCOL,
  SPECTATOR,
  type Choice,
  type CompanyRequest,
  type PreviewMessage,
  type Problem,
  type Reason,
  type ServerMessage,
  type StateMessage,
  type TalkLine,
  type View,
} from "./protocol";
import { sentences } from "./sentences";
import { readSettings, writeSettings, type Settings } from "./saved";
import {
  handoverTo,
  isMyTurn,
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
}

export interface WhyNot {
  label: string;
  reasons: Reason[];
}

export interface Past {
  version: number;
  view: View;
}

/** One table as this browser plays or watches it: what is known, what is open on the screen. */
export class TableSession {
  known: Known = $state.raw(NOTHING);
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
  preview: (PreviewMessage & { action: string }) | null = $state.raw(null);
  /** The choice that the mouse or the focus is on. */
  pointed: Choice | null = $state.raw(null);
  past: Past | null = $state.raw(null);
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
  /** Changes when something else is asked of the seat looked at. */
  readonly question: string = $derived(questionKey(this.known));
  /** True while pieces answer clicks: an own seat is asked and the present is shown. */
  readonly live: boolean = $derived(
    this.past === null && this.state !== null && this.state.seat >= 0 && !this.state.over,
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
      have: () => this.state?.version ?? -1,
      seat: () => this.lookedAt,
      onMessage: (message) => this.hear(message),
      onLink: (link) => (this.link = link),
      makeSocket,
    });
  }

  open = () => this.connection.open();
  close = () => this.connection.close();
  reconnect = () => this.connection.reconnectNow();

  name(seat: number): string {
    return this.state ? seatName(this.state, seat) : text.seat(seat);
  }

  /** Shows the table from `seat`, one of the own seats. */
  look(seat: number): void {
    this.lookedAt = seat === SPECTATOR ? null : seat;
    this.connection.look(seat);
  }

  /** A click on a piece: do the one choice, offer several, or say why there is none. */
  pickSpot(spot: string, label: string): void {
    if (!this.live || this.busy) return;
    const found = pick(this.spots, spot);
    if (found.kind === "none") void this.ask(spot, label);
    else if (found.kind === "several")
      this.chooser = { title: text.play.choose(label), choices: found.choices };
    else void this.choose(found.choice);
  }

  /** A click on a choice: do it, or show it first if the player wants that. */
  choose(choice: Choice): void {
    if (this.settings.confirm) this.inspect(choice);
    else void this.act(choice);
  }

  /** Shows what `choice` would do, and offers to do it. */
  inspect(choice: Choice): void {
    this.chooser = { title: choice.label, choices: [choice] };
    this.point(choice);
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

  async undo(): Promise<void> {
    const undo = this.state?.undo;
    if (!undo || this.busy) return;
    if (undo.allowed) await this.submit((seat, expected) => ({ type: "undo", seat, expected }));
    else this.refuse({ code: "undo", message: text.play.cannotUndo(undo.reason) });
  }

  /**
   * Sends what `make` makes. If only others have moved in the meantime and the question is still
   * the same, it is sent again for the new version; otherwise the player sees the refusal.
   */
  private async submit(make: (seat: number, expected: number) => Request): Promise<void> {
    const question = this.question;
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
    const coming = answer?.type === "ack" && answer.version > (this.state?.version ?? -1);
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

  private async ask(spot: string, label: string): Promise<void> {
    const state = this.state;
    if (!state) return;
    const answer = await this.connection.request({ type: "why", seat: state.seat, spot });
    if (this.state?.seat !== state.seat || this.handover !== null) return;
    if (answer?.type === "why") this.why = { label, reasons: answer.reasons };
    else if (answer?.type === "reject") this.refuse(answer);
  }

  /** Shows the position after `version`, read only. */
  async viewPast(version: number): Promise<void> {
    const state = this.state;
    if (!state) return;
    if (version >= state.version) return this.backToNow();
    const wanted = Math.max(0, version);
    const request = ++this.lookingBack;
    const isWanted = () => request === this.lookingBack && this.state?.seat === state.seat;
    try {
      const { view } = await getPosition(this.table, wanted, state.seat, this.token);
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
    this.handOver();
  }

  saveSettings(settings: Settings): void {
    this.settings = settings;
    writeSettings(settings);
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
    if (message.type === "table") this.known = reduce(this.known, message);
    if (message.type !== "state") return;
    const before = this.known;
    const question = this.question;
    this.known = reduce(before, message);
    if (this.known === before) return;
    this.fatal = null;
    if (this.waitsFor !== null && message.version >= this.waitsFor) this.waitsFor = null;
    if (message.version !== before.state?.version) this.previews = {};
    if (this.question !== question) this.forgetQuestion();
    for (const { resolve } of this.arrivals.filter((a) => a.version <= message.version)) resolve();
    this.arrivals = this.arrivals.filter((a) => a.version > message.version);
    this.speak(before);
    this.followSeat();
    this.handOver();
    void this.compareBuild(message);
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
    this.why = null;
  }

  private tidy(): void {
    this.point(null);
    this.chooser = null;
  }

  private speak(before: Known): void {
    if (this.handover !== null) return;
    if (before.state?.seat !== this.state?.seat) this.assertive = "";
    const lines = newLines(before, this.known).map((line) => line.text);
    const turn = this.myTurn && this.state ? [text.play.yourTurn, this.state.prompt] : [];
    const spoken = sentences([...lines, ...turn]);
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
    this.assertive = "";
    this.polite = text.handover.title(this.name(this.handover));
    if (this.state?.seat !== SPECTATOR) this.look(SPECTATOR);
  }

  private async compareBuild(message: StateMessage): Promise<void> {
    this.newBuild = message.protocol !== PROTOCOL || isOther(await ownBuild, message.build);
  }
}
