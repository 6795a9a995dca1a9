import { toProblem } from "../lib/api";
import type { TableSession } from "../lib/table.svelte";
import { openWhatIf } from "../lobby/open";

/** Goes to a table of one's own that plays on from the position after `version`, on `seat`. */
export async function tryOut(session: TableSession, version: number, seat: number): Promise<void> {
  const { state, table, token, title } = session;
  if (!state) return;
  try {
    await openWhatIf({ id: state.table.game, title }, table, version, seat, token);
  } catch (error) {
    session.refuse(toProblem(error));
  }
}
