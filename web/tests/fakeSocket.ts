import type { Socket } from "../src/lib/connection";
import type { ClientMessage, ServerMessage } from "../src/lib/protocol";

/** A socket whose other end is the test. */
export class FakeSocket implements Socket {
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: ClientMessage[] = [];
  onopen: Socket["onopen"] = null;
  onclose: Socket["onclose"] = null;
  onmessage: Socket["onmessage"] = null;

  static make = (): FakeSocket => {
    const socket = new FakeSocket();
    FakeSocket.all.push(socket);
    return socket;
  };

  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("no socket was made");
    return socket;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }

  break(): void {
    this.readyState = 3;
    this.onclose?.(new CloseEvent("close"));
  }

  say(message: ServerMessage): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** The last message of `type` that was sent. */
  lastOf<T extends ClientMessage["type"]>(type: T): Extract<ClientMessage, { type: T }> {
    const found = this.sent.findLast((message) => message.type === type);
    if (!found) throw new Error(`no ${type} was sent`);
    return found as Extract<ClientMessage, { type: T }>;
  }

  count(type: ClientMessage["type"]): number {
    return this.sent.filter((message) => message.type === type).length;
  }
}
