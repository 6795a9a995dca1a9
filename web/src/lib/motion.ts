import type { Settings } from "./saved";

/** Whether the system asks for little motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Milliseconds that each move of others is shown for; 0: the newest position at once. */
export function paceOf({ animation, pace }: Settings): number {
  return animation === "off" || document.hidden || still() ? 0 : pace;
}
