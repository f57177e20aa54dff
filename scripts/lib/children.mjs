import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const KEPT_LINES = 40;

/**
 * @typedef {object} Child
 * @property {number} pid
 * @property {() => string} lastLines what it said most recently, for an error message
 * @property {Promise<string>} exited resolves to how it ended, in words
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} ChildOptions
 * @property {NodeJS.ProcessEnv} env
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [patienceMs] how long it may take to stop before it is killed
 * @property {(line: string) => void} [onLine] hears every line of standard output and error
 */

/** @type {import("node:child_process").ChildProcess | undefined} */
let guardian;

/** @param {string} line */
function tellGuardian(line) {
  if (!guardian) {
    guardian = spawn(process.execPath, [fileURLToPath(new URL("guardian.mjs", import.meta.url))], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    guardian.unref();
  }
  guardian.stdin?.write(`${line}\n`);
}

/**
 * Starts a long-running process that ends with this one, even when this one is killed without warning. It has a
 * session of its own, so that Ctrl-C reaches only the launcher, which then stops everything in order.
 * @param {string} command @param {string[]} args @param {ChildOptions} options
 * @returns {Child}
 */
export function startChild(command, args, { stopSignal = "SIGTERM", patienceMs = 15_000, onLine, ...options }) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      onLine?.(line);
    });
  }

  /** @type {Promise<string>} */
  const exited = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
  const { pid } = child;
  if (pid === undefined) return { pid: 0, lastLines: () => "", exited, stop: async () => {} };

  tellGuardian(`${pid} ${stopSignal}`);
  void exited.then(() => tellGuardian(`${pid} gone`));
  return {
    pid,
    exited,
    lastLines: () => lines.join("\n"),
    async stop() {
      child.kill(stopSignal);
      const insist = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await exited;
      clearTimeout(insist);
    },
  };
}
