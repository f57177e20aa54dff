import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Refusal } from "./refusal.mjs";

const KEPT_LINES = 40;

/**
 * @typedef {object} Child
 * @property {number} pid
 * @property {() => string} lastLines what it said most recently, for an error message
 * @property {Promise<{ ok: boolean, how: string }>} exited
 * @property {() => Promise<void>} stop
 *
 * @typedef {Record<string, Pick<Child, "exited" | "lastLines">>} Parts by the name that a person knows them by
 *
 * @typedef {object} ChildOptions
 * @property {Record<string, string | undefined>} [env] in place of this process's own
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {string} [input] what it reads from standard input
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [patienceMs] how long it may take to stop before it is killed
 * @property {boolean} [isLeaf] nothing else depends on it: it is stopped first, together with others of which that is true
 * @property {(line: string) => void} [onLine] hears every line of standard output and error
 */

/** @type {Set<Child>} */
const running = new Set();
/** @type {Set<Child>} */
const leaves = new Set();
let stopping = false;

/** @type {import("node:child_process").ChildProcess | undefined} */
let reaper;

/** The process that stops our children should this one be killed. */
export function startReaper() {
  if (!reaper) {
    reaper = spawn(process.execPath, [fileURLToPath(new URL("reaper.mjs", import.meta.url))], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    reaper.unref();
  }
  return reaper;
}

/** @param {string} line */
const tellReaper = (line) => startReaper().stdin?.write(`${line}\n`);

/**
 * Starts a process that ends with this one, even when this one is killed without warning. It has a session of its
 * own, so that Ctrl-C reaches only the parent, which then stops everything in order.
 * @param {string} command @param {string[]} args @param {ChildOptions} [options]
 * @returns {Child}
 */
export function startChild(command, args, options = {}) {
  const {
    stopSignal = "SIGTERM",
    patienceMs = 20_000,
    isLeaf,
    onLine,
    input = "",
    env = process.env,
    ...place
  } = options;
  if (stopping) throw new Refusal("Stopped.");
  const child = spawn(command, args, {
    ...place,
    env: /** @type {NodeJS.ProcessEnv} */ (env),
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  child.stdin.on("error", () => {}); // It may end without reading what we have for it; how it ended says enough.
  child.stdin.end(input);

  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      onLine?.(line);
    });
  }

  /** @type {Child["exited"]} */
  const exited = new Promise((resolve) => {
    child.on("error", (error) => resolve({ ok: false, how: error.message }));
    child.on("close", (code, signal) =>
      resolve({ ok: code === 0, how: signal ? `ended by ${signal}` : `ended with code ${code}` }),
    );
  });

  /** @type {Child} */
  const started = {
    pid: child.pid ?? 0,
    lastLines: () => lines.join("\n"),
    exited,
    async stop() {
      child.kill(stopSignal);
      const insist = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await exited;
      clearTimeout(insist);
    },
  };
  if (!child.pid) return started;

  running.add(started);
  if (isLeaf) leaves.add(started);
  tellReaper(`${child.pid} ${stopSignal}`);
  void exited.then(() => {
    running.delete(started);
    leaves.delete(started);
    tellReaper(`${child.pid} gone`);
  });
  return started;
}

/**
 * Starts a program, one of ours unless `command` names another, and waits until a line of it says that it is ready.
 * @template Said
 * @param {string} name in words for a person @param {string[]} args
 * @param {ChildOptions & { command?: string, readyBy: (line: string) => Said | undefined }} options
 * @returns {Promise<{ child: Child, said: Said }>}
 */
export async function startAnnounced(name, args, { command = "node", readyBy, onLine, ...options }) {
  /** @type {(said: Said) => void} */
  let announce = () => {};
  const announced = new Promise((/** @type {typeof announce} */ resolve) => {
    announce = resolve;
  });
  const child = startChild(command, args, {
    ...options,
    onLine(line) {
      const said = readyBy(line);
      if (said === undefined) onLine?.(line);
      else announce(said);
    },
  });
  const ended = child.exited.then(({ how }) => {
    throw new Refusal(`${name} did not start (${how}). It said:\n${child.lastLines()}`);
  });
  return { child, said: await Promise.race([announced, ended]) };
}

/**
 * Runs a process to its end; what it said is shown only when it fails.
 * @param {string} failure what has not been done then, in words for a person
 * @param {string} command @param {string[]} args @param {ChildOptions} [options]
 */
export async function runChild(failure, command, args, options) {
  const child = startChild(command, args, options);
  const { ok, how } = await child.exited;
  if (!ok) throw new Refusal(`${failure} (${how}):\n${child.lastLines()}`);
}

/**
 * Waits for the first of several to end, which none of them should, and says which it was.
 * @param {Parts} parts
 */
export async function firstToEnd(parts) {
  const ends = Object.entries(parts).map(async ([name, { exited, lastLines }]) => {
    const { how } = await exited;
    return `${name} has ended (${how}). It said last:\n${lastLines()}`;
  });
  throw new Refusal(await Promise.race(ends));
}

/** Stops all that still runs, the leaves together, then the youngest first, and lets nothing new start. */
export async function stopChildren() {
  stopping = true;
  await Promise.all([...leaves].map((child) => child.stop()));
  for (const child of [...running].reverse()) await child.stop();
}
