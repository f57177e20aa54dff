import "server-only";
import { and, eq } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Ctx } from "@/lib/auth/context";

/**
 * Whether this environment holds made-up orders: a line of the audit log says so, which stays.
 *
 * @unguarded says where the orders come from, and nothing about any of them
 */
export async function holdsDemoData({ db, environment }: Pick<Ctx, "db" | "environment">): Promise<boolean> {
  const marks = and(eq(auditEvents.environment, environment), eq(auditEvents.action, "demo_data.created"));
  const [mark] = await db.select({ id: auditEvents.id }).from(auditEvents).where(marks).limit(1);
  return mark !== undefined;
}
