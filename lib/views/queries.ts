import "server-only";
import { and, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import { savedViews } from "@/drizzle/schema/views";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { seesPii } from "@/lib/pii/access";
import type { ViewList } from "./lists";
import type { ViewShown } from "./schema";

/** The most views listed. */
const SHOWN = 200;

/** The reader's own views of a list, and those that others share. */
export async function listViews(ctx: Ctx, { list }: { list: ViewList }): Promise<ViewShown[]> {
  requirePermission(ctx, list === "players" ? "players:read" : "transactions:read");
  const { environment, owner, name, id } = savedViews;
  // Only users have views.
  const own = ctx.actor.kind === "user" ? eq(owner, ctx.actor.id) : undefined;
  // What another searched for may be a name or an account, and so may what they called the view.
  const shown = seesPii(ctx) ? undefined : sql`${savedViews.query} !~ '(^|&)q='`;
  const shared = and(isNotNull(savedViews.sharedAt), shown);
  const rows = await ctx.db
    .select({ view: savedViews, by: users.name })
    .from(savedViews)
    .innerJoin(users, eq(users.id, owner))
    .where(and(eq(environment, ctx.environment), eq(savedViews.list, list), or(own, shared)))
    .orderBy(asc(name), asc(id))
    .limit(SHOWN);
  return rows.map(({ view: { id, name, query, sharedAt, owner }, by }) => ({
    ...{ id, name, query, shared: sharedAt !== null },
    by: owner === ctx.actor.id ? null : by,
  }));
}
