import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startReaper } from "./child-processes.mjs";
import { commandOf, hasGone, isAlive } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const REAPER_PATIENCE_MS = 60_000;

/** Far longer than a process takes to write its note. */
const WRITTEN_WITHIN_MS = 2_000;
const POLL_MS = 100;

/** @typedef {{ owner: number, script: string, reaper: number }} Holder */

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
    const held = holderIn(note);
    if (held === "unreadable") {
      rmSync(note, { force: true });
      continue;
    }
    if (held === "unfinished") {
      await pause(POLL_MS);
      continue;
    }
    if (isInUse(held)) {
      throw new Refusal(`It is already running from ${folder}, as process ${held.owner}. Stop that one first.`);
    }
    if (!(await hasGone(held.reaper, REAPER_PATIENCE_MS))) {
      throw new Refusal(`Process ${held.reaper} is still stopping what an earlier start began. Try again in a moment.`);
    }
    rmSync(note, { force: true });
  }
  process.once("exit", () => rmSync(note, { force: true }));
}

/**
 * The other process that uses a folder, by its command line; null when there is none.
 * @param {string} folder @returns {{ pid: number, command: string } | null}
 */
export function otherUserOf(folder) {
  const held = holderIn(join(folder, "lock.json"));
  if (typeof held === "string" || held.owner === process.pid || !isInUse(held)) return null;
  return { pid: held.owner, command: commandOf(held.owner) };
}

/** @param {Holder} held */
const isInUse = ({ owner, script }) => isAlive(owner) && commandOf(owner).includes(script);

/**
 * A full disk leaves a note with nothing in it; for a moment, so does a process that has only begun to write its own.
 * @param {string} note @returns {Holder | "unfinished" | "unreadable"}
 */
function holderIn(note) {
  try {
    return JSON.parse(readFileSync(note, "utf8"));
  } catch {
    const madeMs = statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? Date.now(); // It was given back meanwhile.
    return Date.now() - madeMs < WRITTEN_WITHIN_MS ? "unfinished" : "unreadable";
  }
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
