import { javascript } from "./bundle.mjs";
import { startChild } from "./child-processes.mjs";
import { Refusal } from "./refusal.mjs";

/** In megabytes. What a delivery leaves behind dies with it: with room for that from the start, little is copied before. */
const YOUNG = "--min-semi-space-size=16";

/**
 * Starts a process that takes callbacks and nothing else, and waits until it listens.
 * @param {{ env: import("./settings.mjs").Settings, port: number, onLine?: (line: string) => void }} options port 0 for any
 * @returns {Promise<import("./child-processes.mjs").Child & { url: string }>}
 */
export async function startIngest({ env, port, onLine }) {
  /** @type {(url: string) => void} */
  let announce = () => {};
  const announced = new Promise((/** @type {typeof announce} */ resolve) => {
    announce = resolve;
  });
  // Output before it listens is reported with the reason if it fails to start, and discarded otherwise.
  /** @type {string[] | null} */
  let early = [];
  const hear = (/** @type {string} */ line) => (early ? early.push(line) : onLine?.(line));
  const child = startChild("node", [YOUNG, ...(await javascript("scripts/ingest.ts"))], {
    env: { ...env, NODE_ENV: "production", INGEST_PORT: String(port) },
    isLeaf: true,
    onLine: (line) => (line.startsWith('{"ingest"') ? announce(JSON.parse(line).ingest) : hear(line)),
  });
  const ended = child.exited.then(({ how }) => {
    throw new Refusal(`The ingest process did not start (${how}). It said:\n${child.lastLines()}`);
  });
  const url = await Promise.race([announced, ended]);
  const waiting = early;
  early = null;
  for (const line of waiting) onLine?.(line);
  return { url, ...child };
}
