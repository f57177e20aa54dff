import "server-only";
import { and, eq, gt, isNotNull, lte, or } from "drizzle-orm";
import { circuits } from "@/drizzle/schema/looking";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { log } from "@/lib/log";
import { afterAnswer, CLOSED, healthOf, wishedMs } from "@/lib/payments-api/circuit-breaker";
import type { Answer } from "@/lib/payments-api/client";
import { SEATS } from "./lease";

/** Longer than any request takes: a probe that was not heard of again is tried again by somebody else. */
const PROBE_MS = 45_000;

export type Admission = { kind: "go" } | { kind: "probe" } | { kind: "wait"; until: Date };

/** May the service be asked by ourselves now? `probe`: it was away, and this one look finds out whether it still is. */
export async function admit({ db, environment, now }: Ctx): Promise<Admission> {
  const mine = eq(circuits.environment, environment);
  const [held] = await db.select().from(circuits).where(mine);
  const openUntil = held?.openUntil ?? null;
  if (openUntil === null) return { kind: "go" };
  if (openUntil > now()) return { kind: "wait", until: openUntil };

  const until = new Date(now().getTime() + PROBE_MS);
  const [taken] = await db
    .update(circuits)
    .set({ openUntil: until })
    .where(and(mine, lte(circuits.openUntil, now())))
    .returning({ environment: circuits.environment });
  return taken ? { kind: "probe" } : { kind: "wait", until };
}

/** Nothing was there to ask about after all: the next one tries whether the service is back. */
export async function giveProbeBack({ db, environment, now }: Ctx): Promise<void> {
  await db
    .update(circuits)
    .set({ openUntil: now() })
    .where(and(eq(circuits.environment, environment), isNotNull(circuits.openUntil)));
}

/** Remembers how the service fared with a question, for every instance. */
export async function noteHealth(ctx: Ctx, { exchange, result }: Answer<unknown>, isProbe: boolean): Promise<void> {
  const { environment } = ctx;
  const mine = eq(circuits.environment, environment);
  const health = healthOf(result.ok ? null : result.error);
  if (health === "up") {
    // Almost always nothing to write: all was well before.
    const ill = and(mine, or(gt(circuits.failures, 0), isNotNull(circuits.openUntil)));
    const before = await ctx.db.select().from(circuits).where(ill);
    if (before.length === 0) return;
    await ctx.db.transaction(async (tx) => {
      await tx.update(circuits).set(CLOSED).where(mine);
      await wakeLookers(tx, ctx);
    });
    if (before.some(({ openUntil }) => openUntil !== null)) log.info({ environment }, "service: it answers again");
    return;
  }

  const spread = Number.parseInt(ctx.random(2), 16) / 0xffff;
  const wishMs = wishedMs(exchange.headers["retry-after"]);
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(circuits)
      .values({ environment, ...CLOSED })
      .onConflictDoNothing();
    const [held = CLOSED] = await tx.select().from(circuits).where(mine).for("update");
    const { failures, trips, openUntil } = afterAnswer(held, health, { now: ctx.now(), isProbe, wishMs, spread });
    await tx.update(circuits).set({ failures, trips, openUntil }).where(mine);
    if (openUntil === null || trips === held.trips) return;
    log.warn({ environment, until: openUntil.toISOString() }, "service: not asked for a while");
    await wakeLookers(tx, ctx, openUntil);
  });
}

/** Whoever has time sits down and looks at what is due: at once, or when the service may be asked again. */
export async function wakeLookers(tx: Tx, { environment, now }: Ctx, runAt: Date = now()): Promise<void> {
  for (let seat = 0; seat < SEATS; seat += 1) {
    await enqueue(tx, "look-at-due", { environment }, { runAt, key: `look:${environment}:${seat}` });
  }
}
