import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 50;

/**
 * @param {number} pid @returns {boolean}
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // EPERM: it runs, and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * It has ended, and only its new parent has yet to notice, which in some containers never happens.
 * @param {number} pid
 */
function isZombie(pid) {
  const status = `/proc/${pid}/stat`;
  return existsSync(status) && readFileSync(status, "utf8").split(") ").at(-1)?.startsWith("Z") === true;
}

/**
 * The command line of a process, to tell it from a later one with the same number.
 * @param {number} pid
 */
export function commandOf(pid) {
  const listing = `/proc/${pid}/cmdline`;
  if (existsSync(listing)) return readFileSync(listing, "utf8");
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}

/**
 * Resolves to whether the process has gone within the time.
 * @param {number} pid @param {number} patienceMs
 */
export async function hasGone(pid, patienceMs) {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_MS) {
    if (!isAlive(pid)) return true;
    await pause(POLL_MS);
  }
  return !isAlive(pid);
}

/**
 * Asks a process that is not our child to stop, and insists when it does not.
 * @param {number} pid @param {NodeJS.Signals} signal @param {number} [patienceMs]
 */
export async function stopProcess(pid, signal, patienceMs = 20_000) {
  if (!isAlive(pid)) return;
  process.kill(pid, signal);
  if (await hasGone(pid, patienceMs)) return;
  process.kill(pid, "SIGKILL");
  await hasGone(pid, patienceMs);
}
