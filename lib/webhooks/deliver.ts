import "server-only";
import { and, asc, eq, inArray, isNull, lte, not, or, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "@/drizzle/schema/webhooks";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { failureText, type OutgoingFailure } from "@/lib/outgoing/request";
import { isStopping } from "@/lib/shutdown";
import { isBehindEarlier } from "./earlier";
import { endpointPause, FAILURES_IN_A_ROW, nextWebhookTry, SWITCHED_OFF_AFTER_MS } from "./events";
import { postSigned } from "./post-signed";

/** So many subjects are on their way to one endpoint at the same time. */
const AT_ONCE = 10;
/** Longer than a try, so that no other process begins while one is under way. */
const LEASE_MS = 60_000;
/** Then it leaves its place to other jobs. */
const RUN_MS = 10_000;
const AGAIN_MS = 2_000;

type Endpoint = typeof webhookEndpoints.$inferSelect;

/**
 * Sends what is due to each endpoint. Of each subject one event is under way, the earliest that has not arrived. While
 * there are endpoints it comes again after two seconds: no transaction of a change has to wake it.
 */
export async function deliverWebhooks(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "webhooks:send");
  const { db, environment } = ctx;
  const used = and(eq(webhookEndpoints.environment, environment), isNull(webhookEndpoints.removedAt));
  const endpoints = await db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(used);
  if (endpoints.length === 0) return;
  await Promise.all(endpoints.map(({ id }) => deliverTo(ctx, id)));
  const again = { runAt: new Date(ctx.now().getTime() + AGAIN_MS), key: `webhooks ${environment}` };
  await db.transaction((tx) => enqueue(tx, "deliver-webhooks", { environment }, again));
}

const isOn = ({ now }: Ctx) =>
  and(
    isNull(webhookEndpoints.removedAt),
    isNull(webhookEndpoints.disabledAt),
    or(isNull(webhookEndpoints.pausedUntil), lte(webhookEndpoints.pausedUntil, now())),
  );

async function deliverTo(ctx: Ctx, id: string): Promise<void> {
  const holder = ctx.random(16);
  const since = ctx.monotonic().ms;
  for (let some = 1; some > 0 && !isStopping() && ctx.monotonic().ms - since < RUN_MS; ) {
    const endpoint = await lease(ctx, id, holder);
    const due = endpoint ? await nextOf(ctx, id) : [];
    if (endpoint) await note(ctx, endpoint, await Promise.all(due.map((one) => send(ctx, endpoint, one))));
    some = due.length;
  }
  await release(ctx, id, holder);
}

/** Taken, or kept by its holder; null where another process has it, or nothing may be tried now. */
async function lease(ctx: Ctx, id: string, holder: string): Promise<Endpoint | null> {
  const { leaseHolder, leasedUntil } = webhookEndpoints;
  const isFree = or(isNull(leasedUntil), lte(leasedUntil, ctx.now()), eq(leaseHolder, holder));
  const [held] = await ctx.db
    .update(webhookEndpoints)
    .set({ leaseHolder: holder, leasedUntil: new Date(ctx.now().getTime() + LEASE_MS) })
    .where(and(eq(webhookEndpoints.id, id), isOn(ctx), isFree))
    .returning();
  return held ?? null;
}

async function release(ctx: Ctx, id: string, holder: string): Promise<void> {
  const mine = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.leaseHolder, holder));
  await ctx.db.update(webhookEndpoints).set({ leaseHolder: null, leasedUntil: null }).where(mine);
}

async function nextOf(ctx: Ctx, endpointId: string) {
  const { position, state, nextTryAt } = webhookDeliveries;
  return ctx.db
    .select({ delivery: webhookDeliveries, event: webhookEvents })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.position, position))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(state, "waiting"),
        lte(nextTryAt, ctx.now()),
        not(isBehindEarlier(ctx.db)),
      ),
    )
    .orderBy(asc(position))
    .limit(AT_ONCE);
}

type Due = Awaited<ReturnType<typeof nextOf>>[number];
type Sent = { delivery: Due["delivery"]; failure: OutgoingFailure | null };

async function send(ctx: Ctx, endpoint: Endpoint, { delivery, event }: Due): Promise<Sent> {
  const body = JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data });
  return { delivery, failure: await postSigned(ctx, endpoint, { id: `evt_${event.id}`, body }) };
}

const waitingAt = (endpointId: string, positions: number[]) =>
  and(
    eq(webhookDeliveries.endpointId, endpointId),
    inArray(webhookDeliveries.position, positions),
    eq(webhookDeliveries.state, "waiting"),
  );

/** What became of each, and what that says of the endpoint. */
async function note(ctx: Ctx, endpoint: Endpoint, sent: Sent[]): Promise<void> {
  if (sent.length === 0) return;
  const now = ctx.now();
  const arrived = sent.filter(({ failure }) => failure === null).map(({ delivery }) => delivery.position);
  const failed = sent.flatMap(({ delivery, failure }) => (failure === null ? [] : [{ delivery, failure }]));
  const before = arrived.length > 0 ? { failures: 0, failingSince: null } : endpoint;
  const failures = before.failures + failed.length;
  const failingSince = failed.length > 0 ? (before.failingSince ?? now) : before.failingSince;
  const hasFailedFor = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  // By Standard Webhooks 410 ends an endpoint. A receiver may answer 404 for an order that it does not know.
  const isGone = failed.some(({ failure }) => failure.status === 410);
  const isOff = isGone || hasFailedFor >= SWITCHED_OFF_AFTER_MS;
  await ctx.db.transaction(async (tx) => {
    // The endpoint first, as commands do: they must not lock each other out.
    const pausedUntil = failures >= FAILURES_IN_A_ROW ? endpointPause(now, failures) : null;
    await tx
      .update(webhookEndpoints)
      .set({ failures, failingSince, pausedUntil, ...(isOff && { disabledAt: now }) })
      .where(eq(webhookEndpoints.id, endpoint.id));
    if (arrived.length > 0) {
      await tx
        .update(webhookDeliveries)
        .set({
          state: "delivered",
          tries: sql`${webhookDeliveries.tries} + 1`,
          nextTryAt: null,
          deliveredAt: now,
          failure: null,
        })
        .where(waitingAt(endpoint.id, arrived));
    }
    for (const { delivery, failure } of failed) {
      const tries = delivery.tries + 1;
      // With its endpoint switched off it waits, also after its last try.
      const nextTryAt = nextWebhookTry(now, tries) ?? (isOff ? now : null);
      const state = nextTryAt === null ? "failed" : "waiting";
      await tx
        .update(webhookDeliveries)
        .set({ state, tries, nextTryAt, failure: failureText(failure) })
        .where(waitingAt(endpoint.id, [delivery.position]));
    }
    if (isOff) await record(tx, ctx, { action: "webhooks.endpoint_disabled", subject: endpoint.id });
  });
}
