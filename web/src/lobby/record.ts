import { ApiError, call, gameTitle, getTable, type Created } from "../lib/api";
import { enter } from "./open";

/** What is said about records: fetched with the first file that is opened. */
export const words = {
  opening: (file: string) => `Opening ${file} …`,
  failed: (file: string) => `${file} cannot be opened as a record of a game.`,
  tooLong: (size: number) => `The file has ${size} bytes.`,
  atMost: (most: number) => `at most ${most} bytes`,
};

/** Makes a table that shows the game of a record file, and goes to where it is looked through. */
export async function openRecord(file: File): Promise<void> {
  const { longest_record: most } = await call<{ longest_record: number }>("about");
  if (file.size > most)
    throw new ApiError({
      code: "too_large",
      message: words.tooLong(file.size),
      expected: words.atMost(most),
    });
  const body = { record: await file.text() };
  const made = await call<Created>("records", { method: "POST", body });
  const { game, state, version } = await getTable(made.table);
  // What is whole is looked through from its start; what is not goes on where it ends.
  enter({ id: game, title: await gameTitle(game) }, made, state === "over" ? 0 : version);
}
