import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { startGuardian } from "./children.mjs";
import { commandOf, hasGone, isAlive } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const GUARDIAN_PATIENCE_MS = 60_000;

/**
 * Makes this process the only one to use a folder. What a killed one left is waited for, as its guardian may still be
 * stopping its children.
 * @param {string} folder
 */
export async function claim(folder) {
  mkdirSync(folder, { recursive: true });
  const note = join(folder, "launcher.pid");
  const script = basename(process.argv[1] ?? "");
  const holder = { launcher: process.pid, script, guardian: startGuardian().pid };

  while (!written(note, JSON.stringify(holder))) {
    const held = JSON.parse(readFileSync(note, "utf8"));
    if (isAlive(held.launcher) && commandOf(held.launcher).includes(held.script)) {
      throw new Refusal(`It is already running from ${folder}, as process ${held.launcher}. Stop that one first.`);
    }
    if (!(await hasGone(held.guardian, GUARDIAN_PATIENCE_MS))) {
      throw new Refusal(
        `Process ${held.guardian} is still stopping what an earlier start began. Try again in a moment.`,
      );
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
