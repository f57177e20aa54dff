import "server-only";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { BEST, find } from "./matching";
import { sightOf } from "./names";
import type { SearchView } from "./schema";
import { NOTHING, viewOf } from "./showing";
import { readSought } from "./sought";

/** So many of each kind are shown where somebody wants more; something longer finds less. */
const MORE = 60;

/**
 * Everything that we hold and that somebody may mean. Who does not see names finds an order by a whole one, as whoever
 * is asked "where is my money" is told it; that a name was compared, and with what it agreed, is in the audit log then.
 */
export async function searchHeld(ctx: Ctx, { q, more = false }: { q: string; more?: boolean }): Promise<SearchView> {
  requirePermission(ctx, "transactions:read");
  const sought = readSought(q);
  if (!sought) return NOTHING;
  const sight = sightOf(ctx);
  const found = await find(ctx, sought, { sight, limit: more ? MORE : BEST });
  const compares = sought.names.length > 0 || (sought.account?.whole.length ?? 0) > 0;
  if (sight === "whole" && compares)
    await ctx.db.transaction((tx) =>
      record(tx, ctx, { action: "personal.compared", subject: "search", detail: { found: found.underMask } }),
    );
  return viewOf(ctx, sought, found);
}
