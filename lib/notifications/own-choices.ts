import "server-only";
import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { notificationPreferences } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { NO_CHOICES, type NotificationChoices } from "./settings";

/** What a user has chosen, and by which a form says what it was opened with. Its callers ask for their permission. */
export async function ownChoices(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  userId: string,
): Promise<{ choices: NotificationChoices; seen: string }> {
  const mine = and(eq(notificationPreferences.environment, environment), eq(notificationPreferences.userId, userId));
  const [own] = await db.select().from(notificationPreferences).where(mine);
  const choices = { ...NO_CHOICES, ...own?.choices };
  return { choices, seen: createHash("sha256").update(JSON.stringify(choices)).digest("hex") };
}
