import "server-only";
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import { savedViews } from "@/drizzle/schema/views";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { seesPii } from "@/lib/pii/access";
import type { ViewList } from "./lists";
import type { ViewShown } from "./schema";

/** The most views listed. */
const SHOWN = 200;

/** A shared view of one who may not save views any more would stay with everyone. */
export const mayDeleteOthers = ({ actor }: Ctx): boolean => actor.kind === "user" && may(actor.role, "users:change");

/** The reader's own views of a list, and those that others share who can still sign in. */
export async function listViews(ctx: Ctx, { list }: { list: ViewList }): Promise<ViewShown[]> {
  requirePermission(ctx, list === "players" ? "players:read" : "transactions:read");
  const { environment, owner, name, id } = savedViews;
  // Only users have views.
  const own = sql`${owner} = ${ctx.actor.kind === "user" ? ctx.actor.id : null}`;
  // What another searched for may be a name or an account, and so may what they called the view.
  const shown = seesPii(ctx) ? undefined : sql`${savedViews.query} !~ '(^|&)q='`;
  const shared = and(isNotNull(savedViews.sharedAt), isNull(users.disabledAt), shown);
  const rows = await ctx.db
    .select({ view: savedViews, by: users.name })
    .from(savedViews)
    .innerJoin(users, eq(users.id, owner))
    .where(and(eq(environment, ctx.environment), eq(savedViews.list, list), or(own, shared)))
    // One's own are never among those that are too many.
    .orderBy(desc(own), asc(name), asc(id))
    .limit(SHOWN);
  return rows.map(({ view: { id, name, query, sharedAt, owner }, by }) => ({
    ...{ id, name, query, shared: sharedAt !== null },
    by: owner === ctx.actor.id ? null : by,
    mayDelete: owner === ctx.actor.id || mayDeleteOthers(ctx),
  }));
}
