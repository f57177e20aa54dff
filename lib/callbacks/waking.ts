import "server-only";
import type { Pool } from "pg";
import type { Ctx } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";

/** Between two calls for the same judge: those who are at work take what comes meanwhile anyhow. */
const PAUSE_MS = 50;

type Calls = Map<Environment, "calling" | "again">;
const calls = new WeakMap<Pool, Calls>();

/**
 * Calls a judge, soon and once for all that came meanwhile. Not in the transaction that keeps a delivery: a job for
 * each more than halved what could be kept. The unjudged records are the queue, and the sweep finds them without a call.
 */
export function wakeJudge(ctx: Ctx): void {
  const { db, environment } = ctx;
  const mine: Calls = calls.get(db.$client) ?? new Map();
  calls.set(db.$client, mine);
  const isCalling = mine.has(environment);
  mine.set(environment, isCalling ? "again" : "calling");
  if (!isCalling) void call(ctx, mine);
}

async function call(ctx: Ctx, mine: Calls): Promise<void> {
  const { db, environment } = ctx;
  mine.set(environment, "calling");
  try {
    await db.transaction((tx) => enqueue(tx, "judge-deliveries", { environment }, { key: `judge:${environment}` }));
  } catch (error) {
    log.warn({ error }, "callback: no judge could be called; the sweep will judge what is kept");
  }
  const next = () => (mine.get(environment) === "again" ? void call(ctx, mine) : void mine.delete(environment));
  setTimeout(next, PAUSE_MS).unref();
}
