import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { otherUserOf } from "./lockfile.mjs";
import { buildNext } from "./next.mjs";
import { step } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";
import { assemble, PROGRAMS, STANDALONE } from "./standalone.mjs";

const BUILD = join(ROOT, ".next");
const STAMP = join(BUILD, "built-from");
/** What no build reads. All that `.dockerignore` keeps from an image is among it, or the image would have another ID. */
const NOT_BUILT = new Set([
  "node_modules",
  "docs",
  "coverage",
  "playwright-report",
  "tests",
  "test-results",
  "scripts",
  "sandbox",
  "deploy",
  "next-env.d.ts",
  "tsconfig.tsbuildinfo",
]);

/**
 * Builds the console when its sources, or the key that goes into the build, are not those of the last build.
 * @param {string} actionsKey
 * @param {{ checkTypes?: boolean }} [options] for production; tests have checked the types already
 */
export async function ensureBuilt(actionsKey, { checkTypes = false } = {}) {
  keepBuildPrivate();
  const fingerprint = fingerprintOf(actionsKey, checkTypes);
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint) return;
  refuseWhileServed();
  rmSync(STAMP, { force: true }); // What is built halfway must not pass for the last build.
  const skip = checkTypes ? "" : "1";
  const env = { ...process.env, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey, SKIP_TYPE_CHECK: skip };
  await step("Building the console (about a minute, only when it has changed)", async (howFar) => {
    rmSync(STANDALONE, { recursive: true, force: true }); // What an earlier build left must not get into an image.
    await buildNext(ROOT, { ...env, BUILD_ID: buildId() }, howFar);
    await assemble();
  });
  writeFileSync(STAMP, fingerprint);
}

/** A console runs the files that a build replaces; `npm run dev` runs none of them. */
function refuseWhileServed() {
  const user = otherUserOf(join(ROOT, ".data"));
  if (user === null || user.command.includes("--dev")) return;
  throw new Refusal(
    `npm start is running from this folder, as process ${user.pid}, and serves its build. Stop it first.`,
  );
}

/** The manifest of the server actions holds their encryption key: only the owner may read what is built. */
export function keepBuildPrivate() {
  mkdirSync(BUILD, { recursive: true });
  chmodSync(BUILD, 0o700);
}

/** The same for the same sources, on every machine. */
export const buildId = () => hashOfSources().digest("hex").slice(0, 16);

/** @param {string} actionsKey @param {boolean} checkTypes */
const fingerprintOf = (actionsKey, checkTypes) => hashOfSources().update(`${actionsKey} ${checkTypes}`).digest("hex");

function hashOfSources() {
  const hash = createHash("sha256");
  const programs = PROGRAMS.map((name) => join(ROOT, `scripts/${name}.ts`));
  for (const file of [...sourcesIn(ROOT), ...programs].toSorted()) {
    hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash;
}

/** @param {string} folder @returns {string[]} */
function sourcesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isSource(name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sourcesIn(path) : [path];
  });
}

/** Whether a file or folder of this name may be read by a build. @param {string} name */
export const isSource = (name) => !name.startsWith(".") && !name.endsWith(".md") && !NOT_BUILT.has(name);
