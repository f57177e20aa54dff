import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { startReaper } from "./child-processes.mjs";
import { commandOf, hasGone, isAlive } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const REAPER_PATIENCE_MS = 60_000;

/**
 * Makes this process the only one to use a folder. What a killed one left is waited for, as its reaper may still be
 * stopping its children.
 * @param {string} folder
 */
export async function lockFolder(folder) {
  mkdirSync(folder, { recursive: true });
  const note = join(folder, "lock.json");
  const script = basename(process.argv[1] ?? "");
  const holder = { owner: process.pid, script, reaper: startReaper().pid };

  while (!written(note, JSON.stringify(holder))) {
    const held = JSON.parse(readFileSync(note, "utf8"));
    if (isAlive(held.owner) && commandOf(held.owner).includes(held.script)) {
      throw new Refusal(`It is already running from ${folder}, as process ${held.owner}. Stop that one first.`);
    }
    if (!(await hasGone(held.reaper, REAPER_PATIENCE_MS))) {
      throw new Refusal(`Process ${held.reaper} is still stopping what an earlier start began. Try again in a moment.`);
    }
    rmSync(note, { force: true });
  }
  process.once("exit", () => rmSync(note, { force: true }));
}

/** @param {string} note @param {string} text */
function written(note, text) {
  try {
    writeFileSync(note, text, { flag: "wx" });
    return true;
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : undefined;
    if (reason === "EEXIST") return false;
    if (reason === "EACCES") throw new Refusal(`${dirname(note)} cannot be written to: it belongs to another user.`);
    throw error;
  }
}
