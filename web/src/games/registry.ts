import type { Component } from "svelte";
import type { View } from "../lib/protocol";
import DefaultTable from "./default/DefaultTable.svelte";

/** How a game is drawn. `Sheet` shows at the end how the points came together. */
export interface GameTable {
  Table: Component<{ view: View }>;
  Sheet?: Component<{ view: View }>;
}

const tables: Record<string, () => Promise<GameTable>> = {
  dice_hospital: async () => {
    const [table, sheet] = await Promise.all([
      import("./dice_hospital/DiceHospital.svelte"),
      import("./dice_hospital/Sheet.svelte"),
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
};

/** The table of `game`; games without one of their own get the default table. */
export async function gameTable(game: string): Promise<GameTable> {
  const own = tables[game];
  return own ? own() : { Table: DefaultTable };
}
