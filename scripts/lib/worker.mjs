import { javascript } from "./bundle.mjs";
import { startAnnounced } from "./child-processes.mjs";

/**
 * Starts a process that does the jobs and nothing else, and waits until it does.
 * @param {{ env: import("./settings.mjs").Settings, onLine?: (line: string) => void }} options
 */
export async function startWorker({ env, onLine }) {
  const { child } = await startAnnounced("The worker", await javascript("scripts/worker.ts"), {
    env: { ...env, NODE_ENV: "production", JOBS: "on" },
    isLeaf: true,
    readyBy: (line) => (line === '{"worker":"ready"}' ? true : undefined),
    ...(onLine && { onLine }),
  });
  return child;
}
