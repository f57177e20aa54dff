import "server-only";
import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import { people } from "@/drizzle/schema/people";
import { savedViews } from "@/drizzle/schema/views";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { ViewShown } from "./schema";

/** More names than anybody reads. */
const SHOWN = 200;

/** The reader's own views of the list, and those that others share. */
export async function listViews(ctx: Ctx): Promise<ViewShown[]> {
  requirePermission(ctx, "transactions:read");
  const isOwn = eq(savedViews.owner, ctx.actor.id);
  const seen = ctx.actor.kind === "person" ? or(isOwn, isNotNull(savedViews.sharedAt)) : isNotNull(savedViews.sharedAt);
  const rows = await ctx.db
    .select({ view: savedViews, by: people.name })
    .from(savedViews)
    .innerJoin(people, eq(people.id, savedViews.owner))
    .where(and(eq(savedViews.environment, ctx.environment), seen))
    .orderBy(asc(savedViews.name), asc(savedViews.id))
    .limit(SHOWN);
  return rows.map(({ view: { id, name, query, sharedAt, owner }, by }) => ({
    ...{ id, name, query, shared: sharedAt !== null },
    by: owner === ctx.actor.id ? null : by,
  }));
}
