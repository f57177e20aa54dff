import "server-only";
import type { Pool } from "pg";
import type { Ctx } from "@/lib/auth/context";
import { announce } from "@/lib/db/announce";
import { enqueue } from "@/lib/db/enqueue";
import { perPool } from "@/lib/db/per-pool";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";

/** Minimum time between two notifications: a running job takes what arrives in between. */
const PAUSE_MS = 100;

type News = {
  ctx: Ctx;
  hasCome: boolean;
  mustJudge: boolean;
  /** Resolves when the notification in progress has been sent. */
  saying: Promise<void>;
  pause?: NodeJS.Timeout;
};
const pendingOf = perPool(() => new Map<Environment, News>());

/**
 * Calls a judge, and tells those who watch the log; soon, and once for all that came meanwhile. Not in the transaction
 * that keeps a delivery: NOTIFY serialises commits, so that ten times fewer could be kept. The unjudged records are the queue, and the sweep finds them without a call.
 *
 * @unguarded reached only through handle-callback, which asks for `callbacks:receive`
 */
export function notifyOfDelivery(ctx: Ctx, { mustJudge }: { mustJudge: boolean }): void {
  const { db, environment } = ctx;
  const mine = pendingOf(db.$client);
  const news = mine.get(environment);
  if (news) {
    news.hasCome = true;
    news.mustJudge ||= mustJudge;
    return;
  }
  const first = { ctx, hasCome: true, mustJudge, saying: Promise.resolve() };
  mine.set(environment, first);
  void notifyFor(mine, first);
}

/**
 * Sends delayed notifications immediately, before a process closes its connections.
 * @unguarded says what was received with permission
 */
export async function notifyRemaining(pool: Pool): Promise<void> {
  const all = pendingOf(pool);
  for (const [environment, news] of all) {
    await news.saying;
    clearTimeout(news.pause);
    all.delete(environment);
    if (news.hasCome) await say(news);
  }
}

async function notifyFor(mine: Map<Environment, News>, news: News): Promise<void> {
  news.saying = say(news);
  await news.saying;
  const next = () => (news.hasCome ? void notifyFor(mine, news) : void mine.delete(news.ctx.environment));
  news.pause = setTimeout(next, PAUSE_MS).unref();
}

async function say(news: News): Promise<void> {
  const { db, environment } = news.ctx;
  const { mustJudge } = news;
  news.hasCome = false;
  news.mustJudge = false;
  try {
    await db.transaction(async (tx) => {
      // It waits for no disk: the deliveries are on it, and a call that is lost is made by the sweep.
      await announce(tx, environment);
      if (mustJudge) await enqueue(tx, "process-deliveries", { environment }, { key: `judge:${environment}` });
    });
  } catch (error) {
    log.warn({ error }, "callback: no judge could be called; the sweep will judge what is kept");
  }
}
