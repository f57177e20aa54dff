import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, isNull } from "drizzle-orm";
import {
  notificationChannels,
  notificationDeliveries,
  notificationPreferences,
  notificationSettings,
  notifications,
  notificationViews,
} from "@/drizzle/schema/notifications";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { proven } from "@/lib/auth/factors";
import { may, type Permission } from "@/lib/auth/permissions";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { proposalsHome } from "@/lib/events/announce";
import { subjectOf } from "@/lib/events/events";
import { err, ok, type Result } from "@/lib/result";
import { SECRET_BYTES, secretOf } from "@/lib/webhooks/signature";
import { enqueueDelivery } from "./enqueue-delivery";
import { ownChoices } from "./own-choices";
import { proposalPermissions } from "./proposal-permissions";
import { requestersOf } from "./requesters";
import type { ChannelInput, ChoicesInput, Opened, SettingsInput } from "./schema";
import { sendTest } from "./send-to-channel";
import { savedSettings } from "./settings-in-force";

/** Another user, or another window, has saved them since the form was opened. */
type ChangedMeanwhile = { kind: "changed_meanwhile" };

/** Replaces who is notified of what. An alarm that is switched off hides things, so it takes a fresh proof. */
export async function saveNotificationSettings(
  ctx: Ctx,
  { seen, ...settings }: SettingsInput,
): Promise<Result<{ changedAt: string }, ChangedMeanwhile | ProofNeeded>> {
  requirePermission(ctx, "notifications:manage");
  const changedBy = userIdOf(ctx);
  const { environment } = ctx;
  return proven(ctx, async (tx) => {
    await lockSettings(tx, environment);
    const { settings: before, changedAt: saved } = await savedSettings(tx, ctx);
    if (saved !== seen) {
      // Sent again after an answer that was lost, they are saved already.
      const isSaved = saved !== null && isDeepStrictEqual(before, settings);
      return isSaved ? ok({ changedAt: saved }) : err({ kind: "changed_meanwhile" });
    }
    const changedAt = ctx.now();
    const row = { environment, settings, changedBy, changedAt };
    await tx
      .insert(notificationSettings)
      .values(row)
      .onConflictDoUpdate({ target: notificationSettings.environment, set: row });
    const detail = { before, after: settings };
    await record(tx, ctx, { action: "notifications.settings_changed", subject: environment, detail });
    return ok({ changedAt: changedAt.toISOString() });
  });
}

/** There may be no row yet that could be locked. */
const lockSettings = (tx: Tx, of: string) => lockNamed(tx, `notifications ${of}`);

/** A webhook's signing secret is returned once and never shown again. */
export async function addChannel(
  ctx: Ctx,
  { kind, name, locale, url }: ChannelInput,
): Promise<Result<{ channelId: string; secret: string | null }, ProofNeeded>> {
  requirePermission(ctx, "notifications:manage");
  const addedBy = userIdOf(ctx);
  const { environment, vault } = ctx;
  const secret = kind === "webhook" ? secretOf(ctx.random(SECRET_BYTES)) : null;
  return proven(ctx, async (tx) => {
    const { host } = new URL(url);
    const sealed = { sealedUrl: vault.seal("channel", url), sealedSecret: secret && vault.seal("channel", secret) };
    const row = { environment, kind, name, locale, host, ...sealed, addedBy, addedAt: ctx.now() };
    const channelId = await insertRow(tx, notificationChannels, row);
    await record(tx, ctx, { action: "notifications.channel_added", subject: channelId, detail: { kind, name, host } });
    return ok({ channelId, secret });
  });
}

type OneChannel = { channelId: string };
type NoChannel = { kind: "no_channel" };

/** Its address is deleted, and what waits for it is withdrawn. An alarm may end with it, so it takes a fresh proof. */
export async function removeChannel(
  ctx: Ctx,
  { channelId }: OneChannel,
): Promise<Result<null, NoChannel | ProofNeeded>> {
  requirePermission(ctx, "notifications:manage");
  userIdOf(ctx);
  return proven(ctx, async (tx) => {
    const [removed] = await tx
      .update(notificationChannels)
      .set({ sealedUrl: null, sealedSecret: null, removedAt: ctx.now() })
      .where(used(ctx, channelId))
      .returning();
    if (!removed) return err({ kind: "no_channel" });
    const mine = and(eq(notificationDeliveries.channelId, channelId), eq(notificationDeliveries.state, "waiting"));
    await tx.update(notificationDeliveries).set({ state: "withdrawn", nextTryAt: null }).where(mine);
    const detail = { kind: removed.kind, name: removed.name };
    await record(tx, ctx, { action: "notifications.channel_removed", subject: channelId, detail });
    return ok(null);
  });
}

/** Sends a message that says nothing but that it came. */
export async function testChannel(
  ctx: Ctx,
  { channelId }: OneChannel,
): Promise<Result<{ failure: string | null }, NoChannel>> {
  requirePermission(ctx, "notifications:manage");
  userIdOf(ctx);
  const [channel] = await ctx.db.select().from(notificationChannels).where(used(ctx, channelId));
  if (!channel) return err({ kind: "no_channel" });
  const outcome = await sendTest(ctx, channel);
  const failure = outcome === "sent" ? null : outcome.failure;
  const tested = { action: "notifications.channel_tested", subject: channelId, detail: { failure } } as const;
  await ctx.db.transaction((tx) => record(tx, ctx, tested));
  return ok({ failure });
}

/** Tries a delivery again that was given up. */
export async function retryNotification(
  ctx: Ctx,
  { deliveryId }: { deliveryId: string },
): Promise<Result<null, { kind: "not_failed" }>> {
  requirePermission(ctx, "notifications:manage");
  userIdOf(ctx);
  const { id, state, notificationId } = notificationDeliveries;
  return ctx.db.transaction(async (tx) => {
    const [failed] = await tx
      .select({ delivery: notificationDeliveries })
      .from(notificationDeliveries)
      .innerJoin(notifications, eq(notifications.id, notificationId))
      .where(and(eq(id, deliveryId), eq(state, "failed"), eq(notifications.environment, ctx.environment)))
      .for("update", { of: notificationDeliveries });
    if (!failed) return err({ kind: "not_failed" });
    const now = ctx.now();
    await tx
      .update(notificationDeliveries)
      .set({ state: "waiting", tries: 0, nextTryAt: now })
      .where(eq(id, deliveryId));
    await enqueueDelivery(tx, ctx, failed.delivery, now);
    await record(tx, ctx, { action: "notifications.delivery_retried", subject: deliveryId });
    return ok(null);
  });
}

/** What the user wants to hear by e-mail; for themselves alone. */
export async function saveOwnNotifications(
  ctx: Ctx,
  { seen, ...choices }: ChoicesInput,
): Promise<Result<{ seen: string }, ChangedMeanwhile>> {
  requirePermission(ctx, "notifications:own");
  const userId = userIdOf(ctx);
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    await lockSettings(tx, `${environment} ${userId}`);
    const saved = await ownChoices(tx, ctx, userId);
    if (saved.seen !== seen)
      return isDeepStrictEqual(saved.choices, choices) ? ok({ seen: saved.seen }) : err({ kind: "changed_meanwhile" });
    const { userId: user, environment: where } = notificationPreferences;
    const row = { environment, userId, choices };
    await tx
      .insert(notificationPreferences)
      .values(row)
      .onConflictDoUpdate({ target: [where, user], set: { choices } });
    await record(tx, ctx, { action: "notifications.own_changed", subject: userId, detail: { choices } });
    return ok({ seen: (await ownChoices(tx, ctx, userId)).seen });
  });
}

/**
 * Keeps that an approver has opened what waits for a decision, so that it is not escalated. Who asked for it does not
 * count. It changes nothing of what waits, so it is not in the audit log.
 */
export async function markOpened(ctx: Ctx, { kind, id }: Opened): Promise<Result<null, never>> {
  requirePermission(ctx, "approvals:read");
  const userId = userIdOf(ctx);
  const subject = subjectOf(kind, id);
  const decidedWith =
    kind === "proposal" ? (await proposalPermissions(ctx.db, [subject])).get(subject) : DECIDED_WITH[kind];
  const mayDecide = ctx.actor.kind === "user" && decidedWith !== undefined && may(ctx.actor.role, decidedWith);
  const { environment, event, endedAt } = notifications;
  // One that belongs to no environment is shown in each, and announced in one.
  const places = kind === "proposal" ? [ctx.environment, proposalsHome(ctx)] : [ctx.environment];
  const waiting = and(
    ...[inArray(environment, places), eq(event, "approval_waiting"), eq(notifications.subject, subject)],
    isNull(endedAt),
  );
  const [open] = mayDecide ? await ctx.db.select({ id: notifications.id }).from(notifications).where(waiting) : [];
  if (!open || (await requestersOf(ctx.db, ctx, [subject])).get(subject)?.includes(userId)) return ok(null);
  await ctx.db
    .insert(notificationViews)
    .values({ notificationId: open.id, userId, at: ctx.now() })
    .onConflictDoNothing();
  return ok(null);
}

const DECIDED_WITH = {
  ...{ order: "withdrawals:approve", batch: "withdrawals:approve" },
  ...{ payee: "payees:approve", payee_import: "payees:approve" },
} as const satisfies Record<Exclude<Opened["kind"], "proposal">, Permission>;

const used = ({ environment }: Ctx, channelId: string) =>
  and(
    eq(notificationChannels.id, channelId),
    eq(notificationChannels.environment, environment),
    isNull(notificationChannels.removedAt),
  );
