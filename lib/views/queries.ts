import "server-only";
import { and, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import { savedViews } from "@/drizzle/schema/views";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { planned } from "@/lib/db/planned";
import type { ViewShown } from "./schema";

/** The most views listed. */
const SHOWN = 200;

const seenBy = planned((db) =>
  db
    .select({ view: savedViews, by: users.name })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.owner))
    .where(
      and(
        eq(savedViews.environment, sql.placeholder("environment")),
        or(eq(savedViews.owner, sql.placeholder("reader")), isNotNull(savedViews.sharedAt)),
      ),
    )
    .orderBy(asc(savedViews.name), asc(savedViews.id))
    .limit(SHOWN)
    .prepare("views"),
);

/** The reader's own views of the list, and those that others share. */
export async function listViews(ctx: Ctx): Promise<ViewShown[]> {
  requirePermission(ctx, "transactions:read");
  // Only users have views.
  const reader = ctx.actor.kind === "person" ? ctx.actor.id : null;
  const rows = await seenBy(ctx.db).execute({ environment: ctx.environment, reader });
  return rows.map(({ view: { id, name, query, sharedAt, owner }, by }) => ({
    ...{ id, name, query, shared: sharedAt !== null },
    by: owner === ctx.actor.id ? null : by,
  }));
}
