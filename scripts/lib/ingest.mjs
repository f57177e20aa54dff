import { javascript } from "./bundle.mjs";
import { startAnnounced } from "./child-processes.mjs";

/** In megabytes. What a delivery leaves behind dies with it: with room for that from the start, little is copied before. */
const YOUNG = "--min-semi-space-size=16";

/**
 * Starts a process that takes callbacks and nothing else, and waits until it listens.
 * @param {{ env: import("./settings.mjs").Settings, port: number, onLine?: (line: string) => void }} options port 0 for any
 * @returns {Promise<import("./child-processes.mjs").Child & { url: string }>}
 */
export async function startIngest({ env, port, onLine }) {
  // Output before it listens is reported with the reason if it fails to start, and discarded otherwise.
  /** @type {string[] | null} */
  let early = [];
  const hear = (/** @type {string} */ line) => (early ? early.push(line) : onLine?.(line));
  const { child, said: url } = await startAnnounced(
    "The ingest process",
    [YOUNG, ...(await javascript("scripts/ingest.ts"))],
    {
      env: { ...env, NODE_ENV: "production", INGEST_PORT: String(port) },
      isLeaf: true,
      readyBy: (line) => (line.startsWith('{"ingest"') ? String(JSON.parse(line).ingest) : undefined),
      onLine: hear,
    },
  );
  const waiting = early;
  early = null;
  for (const line of waiting) onLine?.(line);
  return { url, ...child };
}
