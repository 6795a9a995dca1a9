import type { Component, Snippet } from "svelte";
import type { View } from "../lib/protocol";
import { unfitForDiceHospital } from "./dice_hospital/options";
import DefaultTable from "./default/DefaultTable.svelte";

/**
 * How a game is drawn. `Table` shows `between`, where it is given, after the pieces that matter most
 * now. `Sheet` shows at the end how the points came together.
 */
export interface GameTable {
  Table: Component<{ view: View; between?: Snippet }>;
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

const unfit: Record<string, (option: string, players: number) => string> = {
  dice_hospital: unfitForDiceHospital,
};

/** Why `option` of `game` changes nothing with `players` players; empty if it may change something. */
export const whyUnfit = (game: string, option: string, players: number): string =>
  unfit[game]?.(option, players) ?? "";

/** The table of `game`; games without one of their own get the default table. */
export async function gameTable(game: string): Promise<GameTable> {
  const own = tables[game];
  return own ? own() : { Table: DefaultTable };
}
