import { perProcess } from "@/lib/process/per-process";

const state = () => perProcess("shutdown", () => ({ asked: new AbortController(), overdue: new AbortController() }));

/** Whether this process was asked to stop. Nothing long is begun from then on. */
export const isStopping = () => state().asked.signal.aborted;

/** Fires when this process is asked to stop. */
export const whenStopping = (): AbortSignal => state().asked.signal;

/** Fires when a call of the service can no longer be waited for: what became of it is recorded as unknown. */
export const whenOverdue = (): AbortSignal => state().overdue.signal;

export const beginStopping = () => state().asked.abort();
export const endCalls = () => state().overdue.abort();
