// In which ways the server tells somebody that it is their turn.

import { call } from "../lib/api";

export type Way = "push" | "webhook" | "mail";

/** What the server offers. */
export interface Offer {
  ways: Way[];
  /** Its key for push services, null where it uses none. */
  key: string | null;
  /** How long nobody has the table in view before they are told. */
  seconds: number;
}

export interface Wish {
  number: number;
  way: Way;
  place: string;
  /** Whether who gets the mails has agreed. */
  confirmed: boolean;
  /** What signs the calls; told once, with a new webhook. */
  secret?: string;
}

/** Whose wishes they are: the address of their list, and who asks for it. */
export interface Owner {
  path: string;
  token: string;
}

interface Place {
  way: Way;
  place: string;
  keys?: { p256dh: string; auth: string };
}

export const offer = () => call<Offer>("notices");
export const wishesOf = ({ path, token }: Owner) => call<Wish[]>(path, { token });
export const addWish = ({ path, token }: Owner, body: Place) =>
  call<Wish>(path, { method: "POST", body, token });
export const endWish = ({ path, token }: Owner, { number }: Wish) =>
  call<object>(`${path}/${number}`, { method: "DELETE", token });

/** What a link in a mail asks for; the address that it is about. */
export const answerMail = (what: "confirm" | "stop", token: string) =>
  call<{ place: string }>(`notices/${what}`, { method: "POST", body: { token } });

/** The place of a browser, as the server wants it. */
export function pushPlace(found: PushSubscription): Place {
  const { endpoint = "", keys = {} } = found.toJSON();
  return {
    way: "push",
    place: endpoint,
    keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" },
  };
}
