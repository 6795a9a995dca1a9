import type { Choice, View } from "../../lib/protocol";

/** Version of the contract between this client and the drawings of other packages. */
export const CONTRACT = 1;

/** What a drawing is given, when it is mounted and whenever something changes. */
export interface DrawingContext {
  contract: typeof CONTRACT;
  view: View;
  /** The seat that looks, -1 for somebody who watches. */
  seat: number;
  /** The names of all seats. */
  names: string[];
  /** What the seat may do now: empty if it is not asked, or while an earlier position is shown. */
  choices: Choice[];
  /** Do a choice, as if its button had been pressed. */
  choose(choice: Choice): void;
  /** Pick a piece: do the one choice that names its spot, offer several, or say why there is none. */
  pick(spot: string, label: string): void;
  /**
   * Make an element stand for the piece `spot`: it can be picked by mouse, touch and keyboard, is read
   * aloud, shows previews, and is outlined where it may be chosen. Call it anew after every update.
   */
  piece(element: Element, spot: string, label: string, chosen?: boolean): void;
}

export interface MountedDrawing {
  update?(context: DrawingContext): void;
  destroy?(): void;
}

/** What the module of a drawing exports. */
export interface Drawing {
  mount(element: HTMLElement, context: DrawingContext): MountedDrawing | undefined;
}

/** The drawing at `address`, from the address of the server. */
export async function loadDrawing(address: string): Promise<Drawing> {
  const url = new URL(address, document.baseURI).href;
  const module = (await import(/* @vite-ignore */ url)) as Partial<Drawing>;
  if (typeof module.mount !== "function")
    throw new TypeError(`${address} exports no function "mount".`);
  return module as Drawing;
}

/** Gives an element the attributes and handlers of a piece; those of an earlier call are replaced. */
export function attach(element: Element, attributes: Record<string, unknown>): void {
  element.classList.add("piece");
  for (const name of ["tabindex", "aria-disabled"]) element.removeAttribute(name);
  for (const name of HANDLERS) Reflect.set(element, name, null);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") Reflect.set(element, name, value);
    else if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value as string | number));
  }
}

const HANDLERS = [
  "onclick",
  "onkeydown",
  "onpointerenter",
  "onpointerleave",
  "onfocus",
  "onblur",
] as const;
