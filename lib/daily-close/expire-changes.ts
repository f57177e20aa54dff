import "server-only";
import { and, eq } from "drizzle-orm";
import { dayChanges } from "@/drizzle/schema/daily-closes";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { EXPIRY, isOverdue } from "@/lib/auth/dual-control";
import type { Tx } from "@/lib/db/connection";

/** Expires undecided proposals, so that they do not block another one. */
export async function expireDayChanges(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "proposals:expire");
  await ctx.db.transaction((tx) => dropOverdue(tx, ctx));
}

export async function dropOverdue(tx: Tx, ctx: Ctx): Promise<void> {
  const overdue = await tx
    .update(dayChanges)
    .set({ decidedAt: ctx.now() })
    .where(and(eq(dayChanges.environment, ctx.environment), isOverdue(dayChanges)))
    .returning({ day: dayChanges.day, change: dayChanges.change });
  for (const { day, change } of overdue) {
    await record(tx, { ...ctx, actor: EXPIRY }, { action: "day.change_expired", subject: day, detail: { change } });
  }
}
