import "server-only";
import { eq } from "drizzle-orm";
import { notificationSettings } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { type NotificationSettings, settingsFrom } from "./settings";

/** As an admin saved them, or the defaults. Its callers ask for their permission. */
export async function settingsIn(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
): Promise<NotificationSettings> {
  const mine = eq(notificationSettings.environment, environment);
  const [row] = await db.select().from(notificationSettings).where(mine);
  return settingsFrom(row?.settings);
}
