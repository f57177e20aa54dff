import "server-only";
import { and, eq, isNull, lte, notExists } from "drizzle-orm";
import { notifications, notificationViews } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";

/** What has waited for a decision since before this moment, and no approver has opened. */
export async function unopenedSince({ db, environment }: Ctx, before: Date): Promise<string[]> {
  const viewed = db
    .select({ id: notificationViews.notificationId })
    .from(notificationViews)
    .where(eq(notificationViews.notificationId, notifications.id));
  const rows = await db
    .select({ subject: notifications.subject })
    .from(notifications)
    .where(
      and(
        eq(notifications.environment, environment),
        eq(notifications.event, "approval_waiting"),
        isNull(notifications.endedAt),
        lte(notifications.at, before),
        notExists(viewed),
      ),
    );
  return rows.map(({ subject }) => subject);
}
