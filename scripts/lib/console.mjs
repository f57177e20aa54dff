import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startChild } from "./children.mjs";
import { HOST } from "./ports.mjs";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";

const NEXT = join(ROOT, "node_modules/next/dist/bin/next");
const POLL_MS = 100;
const PATIENCE_MS = 120_000;

/**
 * @typedef {object} ConsoleOptions
 * @property {import("./settings.mjs").Settings} env
 * @property {number} port
 * @property {boolean} [dev] reload on every change, without a build
 * @property {(line: string) => void} [onLine]
 */

/**
 * Starts the console and waits until it can reach its database.
 * @param {ConsoleOptions} options
 */
export async function startConsole({ env, port, dev = false, onLine }) {
  const args = [NEXT, dev ? "dev" : "start", "--port", String(port), "--hostname", HOST];
  const child = startChild("node", args, {
    cwd: ROOT,
    env: { ...env, NEXTAUTH_URL: env.APP_URL, NEXT_TELEMETRY_DISABLED: "1" },
    ...(onLine && { onLine }),
  });
  const failed = (/** @type {string} */ how) =>
    new Refusal(`The console did not start (${how}). It said:\n${child.lastLines()}`);
  const ended = child.exited.then(({ how }) => {
    throw failed(how);
  });
  await Promise.race([healthy(`http://${HOST}:${port}/api/health`, failed), ended]);
  return { exited: child.exited, stop: child.stop };
}

/** @param {string} address @param {(how: string) => Error} failed */
async function healthy(address, failed) {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    if (await answersWell(address)) return;
    await pause(POLL_MS);
  }
  throw failed(`${address} did not answer well in ${PATIENCE_MS / 1000} s`);
}

/** @param {string} address */
async function answersWell(address) {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false; // It does not listen yet; whether it has given up is known from its process.
  }
}
