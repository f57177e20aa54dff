import "server-only";
import { eq } from "drizzle-orm";
import { notificationSettings } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { type NotificationSettings, settingsFrom } from "./settings";

type Of = Pick<Ctx, "environment">;

/** As an admin saved them, or the defaults. Its callers ask for their permission. */
export async function settingsIn(db: Db | Tx, of: Of): Promise<NotificationSettings> {
  return (await savedSettings(db, of)).settings;
}

/** The same, and when they were saved as ISO 8601; null where they never were. */
export async function savedSettings(
  db: Db | Tx,
  { environment }: Of,
): Promise<{ settings: NotificationSettings; changedAt: string | null }> {
  const mine = eq(notificationSettings.environment, environment);
  const [row] = await db.select().from(notificationSettings).where(mine);
  return { settings: settingsFrom(row?.settings), changedAt: row?.changedAt.toISOString() ?? null };
}
