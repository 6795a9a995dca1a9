// Writes view.generated.ts beside every view.schema.json: the types of what the engine sends.
// With --check nothing is written; it fails where a file would become another.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const GAMES = new URL("../src/games/", import.meta.url);
const check = process.argv.includes("--check");
const banner = `// Made from view.schema.json by \`make view-types\`: change the engine's view, not this file.`;

/** The schema in the words of json-schema-to-typescript: "nothing" is `never`. */
function adapted(part) {
  if (Array.isArray(part)) return part.map(adapted);
  if (typeof part !== "object" || part === null) return part;
  if (part.not) return { tsType: "never" };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, adapted(value)]));
}

async function declarations(schema) {
  const code = await compile(adapted(schema), schema.title, {
    bannerComment: banner,
    format: false,
    declareExternallyReferenced: true,
  });
  const file = new URL("view.generated.ts", GAMES).pathname;
  return format(code, { ...(await resolveConfig(file)), plugins: [], filepath: file });
}

let stale = false;
for (const entry of await readdir(GAMES, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const folder = new URL(`${entry.name}/`, GAMES);
  const schema = await readFile(new URL("view.schema.json", folder), "utf8").catch(() => null);
  if (schema === null) continue;
  const target = new URL("view.generated.ts", folder);
  const code = await declarations(JSON.parse(schema));
  const before = await readFile(target, "utf8").catch(() => "");
  if (before === code) continue;
  if (check) {
    stale = true;
    process.stderr.write(`${entry.name}/view.generated.ts is stale: run \`make view-types\`\n`);
  } else await writeFile(target, code);
}
process.exitCode = stale ? 1 : 0;
