import type { Component, Snippet } from "svelte";
import { drawingOf } from "../lib/api";
import type { View } from "../lib/protocol";
import DefaultTable from "./default/DefaultTable.svelte";
import { loadDrawing, type Drawing } from "./plugged/drawing";

/**
 * How a game is drawn. `Table` shows `between`, where it is given, after the pieces that matter most
 * now. `Sheet` shows at the end how the points came together. `plugged` is handed to the table of a
 * game that another package brings with a drawing of its own, or with the reason why it has none.
 */
export interface GameTable {
  Table: Component<{ view: View; between?: Snippet } & Plugged>;
  Sheet?: Component<{ view: View }>;
  plugged?: Plugged;
}

export interface Plugged {
  drawing?: Drawing | null;
  fault?: string;
}

const tables: Record<string, () => Promise<GameTable>> = {
  dice_hospital: async () => {
    const [table, sheet] = await Promise.all([
      import("./dice_hospital/DiceHospital.svelte"),
      import("./dice_hospital/Sheet.svelte"),
    ]);
    return { Table: table.default, Sheet: sheet.default } as unknown as GameTable;
  },
  dynamite_nurse: async () => {
    const [table, sheet] = await Promise.all([
      import("./dynamite_nurse/DynamiteNurse.svelte"),
      import("./dynamite_nurse/Sheet.svelte"),
    ]);
    return { Table: table.default, Sheet: sheet.default } as unknown as GameTable;
  },
  clinic: async () => {
    const [table, sheet] = await Promise.all([
      import("./clinic/Clinic.svelte"),
      import("./clinic/Sheet.svelte"),
    ]);
    return { Table: table.default, Sheet: sheet.default } as unknown as GameTable;
  },
  pyrrameds: async () => {
    const table = await import("./pyrrameds/Pyrrameds.svelte");
    return { Table: table.default } as unknown as GameTable;
  },
};

/** The table of `game`: ours, the one that its package brings, or the default table. */
export async function gameTable(game: string): Promise<GameTable> {
  const own = tables[game];
  if (own) return own();
  const address = await drawingOf(game);
  if (!address) return { Table: DefaultTable };
  const [table, plugged] = await Promise.all([
    import("./plugged/Plugged.svelte"),
    loadDrawing(address).then(
      (drawing): Plugged => ({ drawing }),
      (error: unknown): Plugged => ({ fault: String(error) }),
    ),
  ]);
  return { Table: table.default, plugged } as unknown as GameTable;
}
