import {
  parseMessage,
  type AckMessage,
  type ClientMessage,
  type ClientRequest,
  type HintMessage,
  type PlacesMessage,
  type PreviewMessage,
  type RejectMessage,
  type ServerMessage,
  type StateMessage,
  type WhyMessage,
} from "./protocol";
import { patched } from "./patch";
import { randomWord } from "./random";

export type Answer =
  AckMessage | RejectMessage | PreviewMessage | WhyMessage | PlacesMessage | HintMessage;
export type Link = "connecting" | "open" | "lost" | "closed";

export type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Request = WithoutId<ClientRequest>;

/** The part of a WebSocket that is used here. */
export interface Socket {
  readyState: number;
  send(data: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
}

export interface ConnectionSettings {
  url: string;
  token: string | null;
  /** The last version the client has, -1 if none. */
  have: () => number;
  /** Which own seat to look at, null for the server's choice. */
  seat: () => number | null;
  /** Whether the page is in view. */
  visible: () => boolean;
  onMessage: (message: ServerMessage) => void;
  onLink: (link: Link) => void;
  makeSocket?: (url: string) => Socket;
}

interface Pending {
  message: ClientRequest;
  sentAt: number;
  resolve: (answer: Answer | null) => void;
}

export const RESEND_AFTER_MS = 2500;
export const CHECK_EVERY_MS = 1200;
export const PING_EVERY_MS = 5000;
export const SILENCE_MS = 14000;
export const FIRST_WAIT_MS = 400;
export const LONGEST_WAIT_MS = 15000;

const OPEN = 1;

/** Milliseconds to wait before attempt number `attempt` (0 = first retry). */
export function backoff(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}

const keepsUntilAnswered = (message: ClientRequest) =>
  message.type === "act" || message.type === "undo" || message.type === "restart";

/**
 * A live link to one table: says hello, reconnects by itself, and keeps each step until the server
 * has answered it. The id makes a repeated message harmless.
 */
export class Connection {
  private socket: Socket | null = null;
  private readonly pending = new Map<string, Pending>();
  private attempt = 0;
  private heardAt = 0;
  private pingedAt = 0;
  private closed = false;
  /** The last state that this connection told of: changes are changes to it. */
  private basis: StateMessage | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly settings: ConnectionSettings) {}

  open(): void {
    this.closed = false;
    this.watch ??= setInterval(() => this.check(), CHECK_EVERY_MS);
    this.connect();
  }

  /** Ends the link for good; requests still waiting resolve to null. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.watch);
    this.watch = undefined;
    this.drop();
    for (const waiting of this.pending.values()) waiting.resolve(null);
    this.pending.clear();
    this.settings.onLink("closed");
  }

  /** Connects at once, for example when the network is back. */
  reconnectNow(): void {
    if (this.closed || this.socket?.readyState === OPEN) return;
    this.attempt = 0;
    this.connect();
  }

  /** Sends a request; resolves with the server's answer, or null if it can no longer come. */
  request(request: Request): Promise<Answer | null> {
    const message = { ...request, id: randomWord() } as ClientRequest;
    return new Promise((resolve) => {
      this.pending.set(message.id, { message, sentAt: Date.now(), resolve });
      this.send(message);
    });
  }

  look(seat: number): void {
    this.send({ type: "look", seat });
  }

  /** Tells whether the page is in view: who sees the table need not be told of their turn. */
  seen(): void {
    this.send({ type: "visible", visible: this.settings.visible() });
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.drop();
    this.settings.onLink("connecting");
    const make = this.settings.makeSocket ?? ((url: string): Socket => new WebSocket(url));
    const socket = make(this.settings.url);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = () => this.lost();
  }

  private greet(): void {
    this.heardAt = this.pingedAt = Date.now();
    const { token, have, seat, visible } = this.settings;
    this.basis = null;
    const shown = { have: have(), seat: seat(), visible: visible() };
    this.send({ type: "hello", token, changes: true, ...shown });
    for (const waiting of this.pending.values()) this.repeat(waiting);
    this.settings.onLink("open");
  }

  private hear(data: unknown): void {
    this.heardAt = Date.now();
    const heard = parseMessage(data);
    const message = heard && this.whole(heard);
    if (!message) return;
    if (message.type === "state") this.attempt = 0;
    if ("id" in message) this.answer(message);
    this.settings.onMessage(message);
  }

  /** The state that a message of changes stands for; other messages as they are. */
  private whole(message: ServerMessage): ServerMessage | null {
    if (message.type === "change") {
      if (!this.basis) return null;
      this.basis = patched(this.basis, message);
      return this.basis;
    }
    if (message.type === "state") this.basis = message;
    return message;
  }

  private answer(message: Answer): void {
    this.pending.get(message.id)?.resolve(message);
    this.pending.delete(message.id);
  }

  private lost(): void {
    this.socket = null;
    if (this.closed) return;
    this.forgetQuestions();
    this.settings.onLink("lost");
    this.retry = setTimeout(() => this.connect(), backoff(this.attempt));
    this.attempt += 1;
  }

  /** Previews and questions belong to a moment: after a break they are simply asked again. */
  private forgetQuestions(): void {
    for (const [id, waiting] of this.pending) {
      if (keepsUntilAnswered(waiting.message)) continue;
      waiting.resolve(null);
      this.pending.delete(id);
    }
  }

  private check(): void {
    if (this.socket?.readyState !== OPEN) return;
    const now = Date.now();
    if (now - this.heardAt > SILENCE_MS) {
      this.drop();
      this.lost();
      return;
    }
    if (now - this.pingedAt >= PING_EVERY_MS) {
      this.pingedAt = now;
      this.send({ type: "ping" });
    }
    for (const waiting of this.pending.values()) {
      const late = now - waiting.sentAt >= RESEND_AFTER_MS;
      if (late && keepsUntilAnswered(waiting.message)) this.repeat(waiting);
    }
  }

  private repeat(waiting: Pending): void {
    waiting.sentAt = Date.now();
    this.send(waiting.message);
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
