import type { Component, Snippet } from "svelte";
import { drawingOf } from "../lib/api";
import type { View } from "../lib/protocol";
import type { Drawing } from "./plugged/drawing";

/**
 * How a game is drawn. `Table` shows `between`, where it is given, after the pieces that matter most
 * now. `plugged` is handed to the table of a game that another package brings with a drawing of its
 * own, or with the reason why it has none.
 */
export interface GameTable {
  Table: Component<{ view: View; between?: Snippet } & Plugged>;
  plugged?: Plugged;
}

/** How the points came together, for the end of a game. */
export type Sheet = Component<{ view: View }>;

export interface Plugged {
  drawing?: Drawing | null;
  fault?: string;
}

const tables: Record<string, () => Promise<{ default: unknown }>> = {
  dice_hospital: () => import("./dice_hospital/DiceHospital.svelte"),
  dynamite_nurse: () => import("./dynamite_nurse/DynamiteNurse.svelte"),
  clinic: () => import("./clinic/Clinic.svelte"),
  pyrrameds: () => import("./pyrrameds/Pyrrameds.svelte"),
};

const sheets: Record<string, () => Promise<{ default: unknown }>> = {
  dice_hospital: () => import("./dice_hospital/Sheet.svelte"),
  dynamite_nurse: () => import("./dynamite_nurse/Sheet.svelte"),
  clinic: () => import("./clinic/Sheet.svelte"),
  pyrrameds: () => import("./pyrrameds/Sheet.svelte"),
};

/** The sheet of `game`, where it has one. */
export async function gameSheet(game: string): Promise<Sheet | undefined> {
  return (await sheets[game]?.())?.default as Sheet | undefined;
}

/** The table of `game`: ours, the one that its package brings, or the default table. */
export async function gameTable(game: string): Promise<GameTable> {
  const own = tables[game];
  if (own) return { Table: (await own()).default as GameTable["Table"] };
  const address = await drawingOf(game);
  if (!address) return { Table: (await import("./default/DefaultTable.svelte")).default };
  const { loadDrawing } = await import("./plugged/drawing");
  const [table, plugged] = await Promise.all([
    import("./plugged/Plugged.svelte"),
    loadDrawing(address).then(
      (drawing): Plugged => ({ drawing }),
      (error: unknown): Plugged => ({ fault: String(error) }),
    ),
  ]);
  return { Table: table.default, plugged } as unknown as GameTable;
}
