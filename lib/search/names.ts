import "server-only";
import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { partyNear } from "@/drizzle/schema/party-names";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { begins, inPrefixOrder } from "@/lib/db/prefix";
import { type NameReading, nameKeys, nearKeys } from "@/lib/japan/name-key";
import { seesPii } from "@/lib/pii/access";
import type { Closeness } from "./schema";

/** How far names and account numbers are compared: all that is near, only what was typed whole, or what a mask shows. */
export type NameAccess = "all" | "whole" | "masked";

/** How far to search, and how many of each kind are wanted. */
export type Bounds = { nameAccess: NameAccess; limit: number };

/** What the reader may compare: a user who sees masks may still check a full name. */
export function nameAccessOf(ctx: Ctx): NameAccess {
  if (seesPii(ctx)) return "all";
  return ctx.actor.kind === "user" && may(ctx.actor.role, "pii:reveal") ? "whole" : "masked";
}

/** One query of one index, and how well it fits what is found there. */
export type NameQuery = { how: Closeness; where: SQL | undefined; order: SQL[] };

/** A column of folded names, and when who has the name came to be here. */
type Names = { key: PgColumn; at: PgColumn };

/** What has such a name, as far as names may be compared. */
export function queriesByName(
  readings: NameReading[],
  { nameAccess, key, at }: Names & { nameAccess: NameAccess },
): NameQuery[] {
  if (nameAccess === "masked") return [];
  const keys = nameKeys(readings);
  const exact = keys.map((one): NameQuery => ({ how: "exact", where: eq(key, one), order: [desc(at)] }));
  if (nameAccess === "whole") return exact;
  const beginning = keys.map(
    (one): NameQuery => ({ how: "begins", where: begins(key, one), order: [inPrefixOrder(key), desc(at)] }),
  );
  return [...exact, ...beginning];
}

/** What has a name that is near, each name in a query of its own. */
export const queriesByNear = (near: string[], { key, at }: Names): NameQuery[] =>
  near.map((one) => ({ how: "near", where: eq(key, one), order: [desc(at)] }));

/** How many spelling neighbours, and how many names per neighbour, are considered. */
const AT_ONCE = 6;

/**
 * Names similar to the query. Each neighbour and each name is one block: a search reads at most twelve. The last
 * characters are varied first, as names are rarely mistyped at their beginning.
 */
export async function namesNear(ctx: Ctx, readings: NameReading[]): Promise<string[]> {
  for (const wanted of readings.map(nearKeys))
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE);
      const rows = await ctx.db
        .select({ key: partyNear.nameKey })
        .from(sql`unnest(${sql.param(some)}::text[]) as wanted (key)`)
        .innerJoin(partyNear, sql`${partyNear.near} = wanted.key`)
        .where(eq(partyNear.environment, ctx.environment))
        .limit(AT_ONCE);
      if (rows.length > 0) return [...new Set(rows.map(({ key }) => key))];
    }
  return [];
}
