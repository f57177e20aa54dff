import "server-only";
import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "@/drizzle/schema/webhooks";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { leftHolders } from "@/lib/auth/left-holders";
import { isBehindEarlier } from "./earlier";
import { workingHolders } from "./holders";
import type { EndpointView, WebhookDelivery, WebhookLogAddress, WebhookLogPage } from "./schema";

/** The endpoints of the environment, without addresses and secrets. */
export async function listEndpoints(ctx: Ctx): Promise<EndpointView[]> {
  requirePermission(ctx, "webhooks:manage");
  const { db, environment, now } = ctx;
  const rows = await db
    .select({ endpoint: webhookEndpoints, addedBy: users.name })
    .from(webhookEndpoints)
    .innerJoin(users, eq(users.id, webhookEndpoints.addedBy))
    .where(and(eq(webhookEndpoints.environment, environment), isNull(webhookEndpoints.removedAt)))
    .orderBy(asc(webhookEndpoints.addedAt), asc(webhookEndpoints.id));
  const waiting = await countsOf(ctx, "waiting");
  const failed = await countsOf(ctx, "failed");
  const later = await triedLater(ctx);
  const endpoints = rows.map(({ endpoint }) => endpoint);
  const left = await leftHolders(db, endpoints, {
    holdersOf: (endpoint) => workingHolders(endpoint, now()),
    permission: "webhooks:manage",
  });
  return rows.map(({ endpoint, addedBy }) => {
    const { id, name, host, types, addedAt, disabledAt, failingSince, pausedUntil, formerUntil } = endpoint;
    return {
      ...{ id, name, host, types, addedBy, addedAt: addedAt.toISOString() },
      disabledAt: disabledAt?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
      pausedUntil: disabledAt === null ? ifLater(pausedUntil, now()) : null,
      formerUntil: ifLater(formerUntil, now()),
      isTriedLater: disabledAt === null && later.has(id),
      waiting: waiting.get(id) ?? 0,
      failed: failed.get(id) ?? 0,
      left: left.get(endpoint) ?? [],
    };
  });
}

const ifLater = (at: Date | null, now: Date) => (at && at > now ? at.toISOString() : null);

/** By endpoint. One state a query, as each has an index of its own. */
async function countsOf({ db }: Ctx, state: "waiting" | "failed"): Promise<Map<string, number>> {
  const { endpointId } = webhookDeliveries;
  const rows = await db
    .select({ endpointId, count: count() })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.state, state))
    .groupBy(endpointId);
  return new Map(rows.map((row) => [row.endpointId, row.count]));
}

/** The endpoints for which an event waits until a later try. */
async function triedLater({ db, now }: Ctx): Promise<Set<string>> {
  const { endpointId, state, nextTryAt } = webhookDeliveries;
  const rows = await db
    .selectDistinct({ endpointId })
    .from(webhookDeliveries)
    .where(and(eq(state, "waiting"), gt(nextTryAt, now())));
  return new Set(rows.map((row) => row.endpointId));
}

const PAGE = 50;

/**
 * What was sent to whom, as it was sent: the newest, or those that begin at `before`. The failed ones are those of
 * `listEndpoints`: what a removed endpoint has not received cannot be sent again.
 */
export async function listWebhookDeliveries(
  ctx: Ctx,
  { before, state }: WebhookLogAddress = {},
): Promise<WebhookLogPage> {
  requirePermission(ctx, "webhooks:manage");
  const { position, endpointId } = webhookDeliveries;
  const [from = "", endpointFrom = ""] = before?.split("~") ?? [];
  const rows = await ctx.db
    .select({
      ...{ delivery: webhookDeliveries, event: webhookEvents, endpoint: webhookEndpoints },
      isBehind: sql<boolean>`${isBehindEarlier(ctx.db)}`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.position, position))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .where(
      and(
        eq(webhookEndpoints.environment, ctx.environment),
        state && and(eq(webhookDeliveries.state, state), isNull(webhookEndpoints.removedAt)),
        before === undefined
          ? undefined
          : sql`(${position}, ${endpointId}) <= (${from}::bigint, ${endpointFrom}::uuid)`,
      ),
    )
    .orderBy(desc(position), desc(endpointId))
    .limit(PAGE + 1);
  const next = rows[PAGE]?.delivery;
  return {
    deliveries: rows.slice(0, PAGE).map(({ delivery, event, endpoint, isBehind }) => ({
      ...{
        endpointId: delivery.endpointId,
        endpoint: endpoint.name,
        position: event.position,
        webhookId: `evt_${event.id}`,
      },
      ...{ type: event.type, subject: event.subject, at: event.at.toISOString() },
      ...{ state: delivery.state, tries: delivery.tries, failure: delivery.failure },
      ...waitOf(delivery, endpoint, { isBehind, now: ctx.now() }),
      isRemoved: endpoint.removedAt !== null,
      deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
      body: JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data }, null, 2),
    })),
    older: next ? `${next.position}~${next.endpointId}` : null,
  };
}

type Delivery = Pick<typeof webhookDeliveries.$inferSelect, "state" | "nextTryAt">;
type Endpoint = Pick<typeof webhookEndpoints.$inferSelect, "disabledAt" | "pausedUntil">;

/** What a delivery waits for, and until when. */
function waitOf(
  { state, nextTryAt }: Delivery,
  { disabledAt, pausedUntil }: Endpoint,
  { isBehind, now }: { isBehind: boolean; now: Date },
): Pick<WebhookDelivery, "waitsFor" | "nextTryAt"> {
  if (state !== "waiting") return { waitsFor: null, nextTryAt: null };
  if (disabledAt !== null) return { waitsFor: "endpoint_off", nextTryAt: null };
  if (isBehind) return { waitsFor: "earlier_event", nextTryAt: null };
  const paused = ifLater(pausedUntil, now);
  const own = ifLater(nextTryAt, now);
  if (paused === null || (own !== null && own >= paused)) return { waitsFor: null, nextTryAt: own };
  return { waitsFor: "pause", nextTryAt: paused };
}
