import "server-only";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Ctx } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { ACTIVITY_CHANNEL } from "@/lib/db/listen";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";

/** The shortest time between two notifications: a running job takes what arrives meanwhile. */
const PAUSE_MS = 100;

type News = {
  ctx: Ctx;
  hasCome: boolean;
  mustJudge: boolean;
  /** Resolves when what is being said has been said. */
  saying: Promise<void>;
  pause?: NodeJS.Timeout;
};
type Pending = Map<Environment, News>;
const pending = new WeakMap<Pool, Pending>();

/**
 * Calls a judge, and tells those who watch the log; soon, and once for all that came meanwhile. Not in the transaction
 * that keeps a delivery: both have to NOTIFY, and PostgreSQL commits those who do one after another, so that ten times
 * fewer could be kept. The unjudged records are the queue, and the sweep finds them without a call.
 *
 * @unguarded reached only through handle-callback, which asks for `callbacks:receive`
 */
export function notifyOfDelivery(ctx: Ctx, { mustJudge }: { mustJudge: boolean }): void {
  const { db, environment } = ctx;
  const mine: Pending = pending.get(db.$client) ?? new Map();
  pending.set(db.$client, mine);
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
 * Sends delayed notifications immediately: for a process that ends, before its connections do.
 *
 * @unguarded says what was received with permission
 */
export async function notifyRemaining(pool: Pool): Promise<void> {
  const all = pending.get(pool);
  for (const [environment, news] of all ?? []) {
    await news.saying;
    clearTimeout(news.pause);
    all?.delete(environment);
    if (news.hasCome) await say(news);
  }
}

async function notifyFor(mine: Pending, news: News): Promise<void> {
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
      // Without a wait for the disk: the deliveries are on it, and a call that is lost is made by the sweep.
      const unwaited = sql`set_config('synchronous_commit', 'off', true)`;
      await tx.execute(sql`select pg_notify(${ACTIVITY_CHANNEL}, ${environment}), ${unwaited}`);
      if (mustJudge) await enqueue(tx, "process-deliveries", { environment }, { key: `judge:${environment}` });
    });
  } catch (error) {
    log.warn({ error }, "callback: no judge could be called; the sweep will judge what is kept");
  }
}
