import "server-only";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "@/drizzle/schema/webhooks";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { proven } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import { failureText } from "@/lib/outgoing/request";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDaysRange } from "@/lib/time";
import { FORMER_SECRET_MS, FORMER_SECRETS_MAX } from "./events";
import { postSigned, validSecrets } from "./post-signed";
import type { EndpointInput, ReplayInput } from "./schema";
import { SECRET_BYTES, secretOf } from "./signature";

/** From now on it hears of each change of these types. The secret is returned once and never shown again. */
export async function addEndpoint(
  ctx: Ctx,
  { name, url, types }: EndpointInput,
): Promise<Result<{ endpointId: string; secret: string }, ProofNeeded>> {
  requirePermission(ctx, "webhooks:manage");
  const addedBy = userIdOf(ctx);
  const { environment, vault } = ctx;
  const secret = secretOf(ctx.random(SECRET_BYTES));
  return proven(ctx, async (tx) => {
    const { host } = new URL(url);
    const sealed = { sealedUrl: vault.seal("channel", url), sealedSecret: vault.seal("channel", secret) };
    const added = { holders: [addedBy], addedBy, addedAt: ctx.now() };
    const row = { environment, name, host, types: [...new Set(types)], ...sealed, ...added };
    const endpointId = await insertRow(tx, webhookEndpoints, row);
    await record(tx, ctx, { action: "webhooks.endpoint_added", subject: endpointId, detail: { name, host, types } });
    return ok({ endpointId, secret });
  });
}

type OneEndpoint = { endpointId: string };
type NoEndpoint = { kind: "no_endpoint" };

/** Address and secrets are deleted, and what waits is given up. */
export async function removeEndpoint(
  ctx: Ctx,
  { endpointId }: OneEndpoint,
): Promise<Result<null, NoEndpoint | ProofNeeded>> {
  requirePermission(ctx, "webhooks:manage");
  userIdOf(ctx);
  return proven(ctx, async (tx) => {
    const gone = { sealedUrl: null, sealedSecret: null, sealedFormer: null, formerUntil: null, removedAt: ctx.now() };
    const [removed] = await tx.update(webhookEndpoints).set(gone).where(used(ctx, endpointId)).returning();
    if (!removed) return err({ kind: "no_endpoint" });
    await tx
      .update(webhookDeliveries)
      .set({ state: "failed", nextTryAt: null, failure: "removed" })
      .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, "waiting")));
    const detail = { name: removed.name };
    await record(tx, ctx, { action: "webhooks.endpoint_removed", subject: endpointId, detail });
    return ok(null);
  });
}

/**
 * Makes another secret. For a day all that were valid sign, too, so that the receiver can change without a gap: it may
 * still have the one before the last, where the last was never stored.
 */
export async function rotateEndpointSecret(
  ctx: Ctx,
  { endpointId }: OneEndpoint,
): Promise<Result<{ secret: string }, NoEndpoint | ProofNeeded>> {
  requirePermission(ctx, "webhooks:manage");
  const by = userIdOf(ctx);
  const secret = secretOf(ctx.random(SECRET_BYTES));
  return proven(ctx, async (tx) => {
    const [endpoint] = await tx.select().from(webhookEndpoints).where(used(ctx, endpointId)).for("update");
    if (!endpoint) return err({ kind: "no_endpoint" });
    const former = validSecrets(ctx, endpoint).slice(0, FORMER_SECRETS_MAX);
    await tx
      .update(webhookEndpoints)
      .set({
        sealedFormer: former.length > 0 ? ctx.vault.seal("channel", former.join(" ")) : null,
        formerUntil: new Date(ctx.now().getTime() + FORMER_SECRET_MS),
        sealedSecret: ctx.vault.seal("channel", secret),
        holders: [by, ...endpoint.holders.slice(0, former.length)],
      })
      .where(eq(webhookEndpoints.id, endpointId));
    await record(tx, ctx, { action: "webhooks.secret_rotated", subject: endpointId });
    return ok({ secret });
  });
}

/** Switches an endpoint on again that was switched off after failing. What waits is sent in its order. */
export async function enableEndpoint(
  ctx: Ctx,
  { endpointId }: OneEndpoint,
): Promise<Result<null, { kind: "not_disabled" }>> {
  requirePermission(ctx, "webhooks:manage");
  userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const [enabled] = await tx
      .update(webhookEndpoints)
      .set({ disabledAt: null, failingSince: null })
      .where(and(used(ctx, endpointId), isNotNull(webhookEndpoints.disabledAt)))
      .returning({ id: webhookEndpoints.id });
    if (!enabled) return err({ kind: "not_disabled" });
    await tryAllNow(tx, ctx, endpointId);
    await record(tx, ctx, { action: "webhooks.endpoint_enabled", subject: endpointId });
    return ok(null);
  });
}

/** Sends what waits in its order, also where a pause or the wait of single events after failures would last for hours. */
export async function sendNow(
  ctx: Ctx,
  { endpointId }: OneEndpoint,
): Promise<Result<null, NoEndpoint | { kind: "endpoint_off" }>> {
  requirePermission(ctx, "webhooks:manage");
  userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const [endpoint] = await tx.select().from(webhookEndpoints).where(used(ctx, endpointId)).for("update");
    if (!endpoint) return err({ kind: "no_endpoint" });
    if (endpoint.disabledAt !== null) return err({ kind: "endpoint_off" });
    await tryAllNow(tx, ctx, endpointId);
    await record(tx, ctx, { action: "webhooks.sent_now", subject: endpointId });
    return ok(null);
  });
}

/** Since when each try fails is kept: only a success ends that, or an admin who switches the endpoint on again. */
async function tryAllNow(tx: Tx, ctx: Ctx, endpointId: string) {
  await tx.update(webhookEndpoints).set({ failures: 0, pausedUntil: null }).where(used(ctx, endpointId));
  const waiting = and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, "waiting"));
  await tx.update(webhookDeliveries).set({ tries: 0, nextTryAt: ctx.now() }).where(waiting);
}

/** Sends an event that says nothing but that it came. It is in no log of events, and no failure counts. Once it arrives, so does what waits. */
export async function testEndpoint(
  ctx: Ctx,
  { endpointId }: OneEndpoint,
): Promise<Result<{ failure: string | null }, NoEndpoint>> {
  requirePermission(ctx, "webhooks:manage");
  userIdOf(ctx);
  const [endpoint] = await ctx.db.select().from(webhookEndpoints).where(used(ctx, endpointId));
  if (!endpoint) return err({ kind: "no_endpoint" });
  const body = JSON.stringify({ type: "test", timestamp: ctx.now().toISOString(), data: {} });
  const failed = await postSigned(ctx, endpoint, { id: `test_${ctx.random(16)}`, body });
  const failure = failed && failureText(failed);
  const tested = { action: "webhooks.endpoint_tested", subject: endpointId, detail: { failure } } as const;
  await ctx.db.transaction(async (tx) => {
    if (failure === null) await tryAllNow(tx, ctx, endpointId);
    await record(tx, ctx, tested);
  });
  return ok({ failure });
}

/** Sends an event again, or all of some days, under the same IDs and in their order, with what else waits. */
export async function replayWebhooks(ctx: Ctx, replay: ReplayInput): Promise<Result<{ count: number }, NoEndpoint>> {
  requirePermission(ctx, "webhooks:manage");
  userIdOf(ctx);
  const { endpointId } = replay;
  return ctx.db.transaction(async (tx) => {
    const [endpoint] = await tx.select().from(webhookEndpoints).where(used(ctx, endpointId)).for("update");
    if (!endpoint) return err({ kind: "no_endpoint" });
    const isOne = "position" in replay;
    const { from, before } = isOne ? { from: null, before: null } : tokyoDaysRange(replay);
    const chosen = and(
      eq(webhookEvents.environment, ctx.environment),
      inArray(webhookEvents.type, endpoint.types),
      isOne ? eq(webhookEvents.position, replay.position) : undefined,
      from ? sql`${webhookEvents.at} >= ${from.toISOString()}::timestamptz` : undefined,
      before ? sql`${webhookEvents.at} < ${before.toISOString()}::timestamptz` : undefined,
    );
    const now = ctx.now();
    const events = tx
      .select({
        endpointId: sql<string>`${endpointId}::uuid`.as("endpoint_id"),
        position: webhookEvents.position,
        subjectRow: webhookEvents.subjectRow,
        nextTryAt: sql<Date>`${now.toISOString()}::timestamptz`.as("next_try_at"),
      })
      .from(webhookEvents)
      .where(chosen);
    const rows = await tx.execute(sql`
      insert into webhook_deliveries (endpoint_id, position, subject_row, next_try_at) ${events}
      on conflict (endpoint_id, position) do update
        set state = 'waiting', tries = 0, next_try_at = excluded.next_try_at, delivered_at = null, failure = null`);
    const count = rows.rowCount ?? 0;
    // An earlier event of the same order may wait for hours, and the chosen ones behind it.
    await tryAllNow(tx, ctx, endpointId);
    const detail = { ...replay, count };
    await record(tx, ctx, { action: "webhooks.replayed", subject: endpointId, detail });
    return ok({ count });
  });
}

const used = ({ environment }: Ctx, endpointId: string) =>
  and(
    eq(webhookEndpoints.id, endpointId),
    eq(webhookEndpoints.environment, environment),
    isNull(webhookEndpoints.removedAt),
  );
