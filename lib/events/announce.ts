import "server-only";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import type { Actor } from "@/lib/auth/actor";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import type { Environment } from "@/lib/environment";
import type { Announcement, NotificationEvent } from "./events";

type Who = { actor: Actor; environment: Environment; now: () => Date };

/**
 * Puts an event into the outbox, in the transaction of its change. While one about the subject is open, it is no news;
 * except of what begins with this change.
 */
export async function announce(tx: Tx, who: Who, { event, subject }: Announcement) {
  const { actor, environment, now } = who;
  const former = BEGINNINGS[event];
  if (former) await endAnnounced(tx, who, subject, former);
  const causedBy = actor.kind === "user" ? actor.id : null;
  const made = await tx
    .insert(notifications)
    .values({ environment, event, subject, causedBy, at: now() })
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  if (made.length > 0) await enqueue(tx, "fan-out-notifications", { environment });
}

/** Events that are announced only where their state begins, with those that are about the former one. */
const BEGINNINGS: Partial<Record<NotificationEvent, NotificationEvent[]>> = {
  approval_waiting: ["approval_waiting", "approval_unseen", "approval_expiring"],
  batch_paused: ["batch_paused"],
  webhook_disabled: ["webhook_disabled"],
};

/**
 * What ends and begins again within a minute, such as a batch that is requested again or a resolved discrepancy, would
 * still have the notifications of its former state open: they end here, and what was not sent of them is withdrawn.
 */
export async function endAnnounced(
  tx: Tx,
  { environment, now }: Pick<Who, "environment" | "now">,
  subject: string,
  events: NotificationEvent[],
) {
  const former = and(
    ...[eq(notifications.environment, environment), eq(notifications.subject, subject)],
    ...[inArray(notifications.event, events), isNull(notifications.endedAt)],
  );
  await endNotifications(tx, now(), former);
}

/** Ends these states, as they were handled: what was not sent of them is withdrawn. */
export async function endNotifications(tx: Tx, endedAt: Date, which: SQL | undefined) {
  const ended = await tx.update(notifications).set({ endedAt }).where(which).returning({ id: notifications.id });
  if (ended.length === 0) return;
  const { notificationId, state } = notificationDeliveries;
  const ids = ended.map(({ id }) => id);
  await tx
    .update(notificationDeliveries)
    .set({ state: "withdrawn", nextTryAt: null })
    .where(and(inArray(notificationId, ids), eq(state, "waiting")));
}

type Home = { hasProduction: boolean; environment: Environment };

/** Where changes of users, who belong to no environment, are announced: each once. */
export const proposalsHome = ({ hasProduction, environment }: Home): Environment =>
  hasProduction ? "production" : environment;
