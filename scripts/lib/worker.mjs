import { javascript } from "./bundle.mjs";
import { startChild } from "./child-processes.mjs";
import { Refusal } from "./refusal.mjs";

/**
 * Starts a process that does the jobs and nothing else, and waits until it does.
 * @param {{ env: import("./settings.mjs").Settings, onLine?: (line: string) => void }} options
 */
export async function startWorker({ env, onLine }) {
  /** @type {(value?: undefined) => void} */
  let announce = () => {};
  const ready = new Promise((/** @type {typeof announce} */ resolve) => {
    announce = resolve;
  });
  const child = startChild("node", await javascript("scripts/worker.ts"), {
    env: { ...env, NODE_ENV: "production", JOBS: "on" },
    isLeaf: true,
    onLine: (line) => (line === '{"worker":"ready"}' ? announce() : onLine?.(line)),
  });
  const ended = child.exited.then(({ how }) => {
    throw new Refusal(`The worker did not start (${how}). It said:\n${child.lastLines()}`);
  });
  await Promise.race([ready, ended]);
  return child;
}
