import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

// One a process: Next loads server modules more than once.
const kept = globalThis as { chobaRequestId?: AsyncLocalStorage<string> };

/** The ID of the request that this code works for, in the log and in the answer. */
export function requestIds(): AsyncLocalStorage<string> {
  kept.chobaRequestId ??= new AsyncLocalStorage<string>();
  return kept.chobaRequestId;
}
