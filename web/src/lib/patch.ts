import type { ChangeMessage, Json, StateMessage } from "./protocol";

type Part = { [key: string]: Json } | Json[];

/** The state message that `change` makes of `before`, which stays as it is. */
export function patched(before: StateMessage, change: ChangeMessage): StateMessage {
  const { set, ...rest } = change;
  const copied = new Set<unknown>();
  const root = own({ ...before, ...rest, type: "state" } as unknown as Part, copied, false);
  for (const [path, value] of set) put(root, path, value, copied);
  return root as unknown as StateMessage;
}

/** A part that may be written to: a copy, unless it is one already. */
function own(part: Part, copied: Set<unknown>, copy = true): Part {
  if (copied.has(part)) return part;
  const made = !copy ? part : Array.isArray(part) ? [...part] : { ...part };
  copied.add(made);
  return made;
}

/** Writes `value` at `path`, copying what leads there. */
function put(root: Part, path: (string | number)[], value: Json, copied: Set<unknown>): void {
  let part = root as Record<string | number, Json>;
  for (const step of path.slice(0, -1)) {
    const made = own(part[step] as Part, copied);
    part[step] = made;
    part = made as Record<string | number, Json>;
  }
  const last = path.at(-1);
  if (last !== undefined) part[last] = value;
}
