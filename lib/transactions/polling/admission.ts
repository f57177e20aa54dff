import "server-only";
import { and, eq, gt, isNotNull, lte, or } from "drizzle-orm";
import { circuitBreakers } from "@/drizzle/schema/polling";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { log } from "@/lib/log";
import { afterAnswer, CLOSED, healthOf, wishedMs } from "@/lib/payments-api/circuit-breaker";
import type { Answer } from "@/lib/payments-api/client";
import { LEASES } from "./lease";

/** Longer than any request. Afterwards another process repeats a probe without a result. */
const PROBE_MS = 45_000;

export type Admission = { kind: "go" } | { kind: "probe" } | { kind: "wait"; until: Date };

/** Whether background jobs may call the service now. `probe`: it was unavailable, and this one call tests it. */
export async function admit({ db, environment, now }: Ctx): Promise<Admission> {
  const mine = eq(circuitBreakers.environment, environment);
  const [held] = await db.select().from(circuitBreakers).where(mine);
  const openUntil = held?.openUntil ?? null;
  if (openUntil === null) return { kind: "go" };
  if (openUntil > now()) return { kind: "wait", until: openUntil };

  const until = new Date(now().getTime() + PROBE_MS);
  const [taken] = await db
    .update(circuitBreakers)
    .set({ openUntil: until })
    .where(and(mine, lte(circuitBreakers.openUntil, now())))
    .returning({ environment: circuitBreakers.environment });
  return taken ? { kind: "probe" } : { kind: "wait", until };
}

/** Until when no background job calls the service, as it was unavailable; null while they do. */
export async function pausedUntil({ db, environment, now }: Pick<Ctx, "db" | "environment" | "now">) {
  const [held] = await db.select().from(circuitBreakers).where(eq(circuitBreakers.environment, environment));
  const until = held?.openUntil ?? null;
  return until !== null && until > now() ? until.toISOString() : null;
}

/** Returns an unused probe. */
export async function giveProbeBack({ db, environment, now }: Ctx): Promise<void> {
  await db
    .update(circuitBreakers)
    .set({ openUntil: now() })
    .where(and(eq(circuitBreakers.environment, environment), isNotNull(circuitBreakers.openUntil)));
}

/** Records the result of a call, for all instances. */
export async function recordHealth(ctx: Ctx, { exchange, result }: Answer<unknown>, isProbe: boolean): Promise<void> {
  const { environment } = ctx;
  const mine = eq(circuitBreakers.environment, environment);
  const health = healthOf(result.ok ? null : result.error);
  if (health === "up") {
    // Usually nothing to write: the circuit was closed before.
    const ill = and(mine, or(gt(circuitBreakers.failures, 0), isNotNull(circuitBreakers.openUntil)));
    const before = await ctx.db.select().from(circuitBreakers).where(ill);
    if (before.length === 0) return;
    await ctx.db.transaction(async (tx) => {
      await tx.update(circuitBreakers).set(CLOSED).where(mine);
      await wakePollers(tx, ctx);
    });
    if (before.some(({ openUntil }) => openUntil !== null)) log.info({ environment }, "service: it answers again");
    return;
  }

  const spread = Number.parseInt(ctx.random(2), 16) / 0xffff;
  const wishMs = wishedMs(exchange.headers["retry-after"]);
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(circuitBreakers)
      .values({ environment, ...CLOSED })
      .onConflictDoNothing();
    const [held = CLOSED] = await tx.select().from(circuitBreakers).where(mine).for("update");
    const { failures, trips, openUntil } = afterAnswer(held, health, { now: ctx.now(), isProbe, wishMs, spread });
    await tx.update(circuitBreakers).set({ failures, trips, openUntil }).where(mine);
    if (openUntil === null || trips === held.trips) return;
    log.warn({ environment, until: openUntil.toISOString() }, "service: not asked for a while");
    await wakePollers(tx, ctx, openUntil);
  });
}

/** Polls due orders in a free slot, now or when the circuit permits it again. */
export async function wakePollers(tx: Tx, { environment, now }: Ctx, runAt: Date = now()): Promise<void> {
  for (let slot = 0; slot < LEASES; slot += 1) {
    await enqueue(tx, "poll-due-orders", { environment }, { runAt, key: `poll:${environment}:${slot}` });
  }
}
