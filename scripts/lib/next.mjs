import { isIPv6 } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runChild, startChild } from "./child-processes.mjs";
import { HOST } from "./ports.mjs";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";
import { STANDALONE } from "./standalone.mjs";

const POLL_MS = 100;
const PATIENCE_MS = 120_000;

const nextIn = (/** @type {string} */ folder) => join(folder, "node_modules/next/dist/bin/next");

/**
 * @typedef {object} NextOptions
 * @property {string} folder of the application
 * @property {import("./settings.mjs").Settings} env
 * @property {number} port
 * @property {string} health the path that answers well once it is up
 * @property {string[]} [server] Node's arguments for what serves the build, in place of `next start`
 * @property {boolean} [dev] reload on every change, without a build
 * @property {(line: string) => void} [onLine]
 */

/**
 * Starts the console and waits until it can reach its database.
 * @param {Omit<NextOptions, "folder" | "health" | "server">} options
 */
export const startConsole = ({ env, ...options }) =>
  startNext({
    ...options,
    // As in an image: deploy/Dockerfile.
    env: { MALLOC_ARENA_MAX: "2", ...env, NEXTAUTH_URL: env.APP_URL },
    ...{ folder: ROOT, health: "/api/health" },
    server: [join(STANDALONE, "bin/console.mjs")],
  });

/**
 * Starts the server of an application and waits until it answers.
 * @param {NextOptions} options
 */
export async function startNext({ folder, env, port, health, server, dev = false, onLine }) {
  const host = env.HOST || HOST;
  const next = [nextIn(folder), dev ? "dev" : "start", "--port", String(port), "--hostname", host];
  const args = dev || !server ? next : server;
  const child = startChild("node", args, {
    cwd: folder,
    env: { ...env, HOST: host, PORT: String(port), NEXT_TELEMETRY_DISABLED: "1" },
    isLeaf: true,
    ...(onLine && { onLine }),
  });
  const failed = (/** @type {string} */ how) =>
    new Refusal(`The server in ${folder} did not start (${how}). It said:\n${child.lastLines()}`);
  const ended = child.exited.then(({ how }) => {
    throw failed(how);
  });
  await Promise.race([healthy(`${originOf(host, port)}${health}`, failed), ended]);
  return child;
}

/** Where a server that listens there is reached from this machine. @param {string} host @param {number} port */
export function originOf(host, port) {
  const reachable = host === "0.0.0.0" || host === "::" ? HOST : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * @param {string} folder @param {import("./settings.mjs").Settings} env @param {(words: string) => void} howFar
 */
export const buildNext = (folder, env, howFar) =>
  runChild(`The build in ${folder} has failed`, "node", [nextIn(folder), "build"], {
    cwd: folder,
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    onLine: howFar,
  });

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
