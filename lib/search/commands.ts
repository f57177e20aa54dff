import "server-only";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { nameAccessOf } from "./names";
import { parseQuery, type SearchTerms } from "./parse-query";
import type { Found } from "./results";
import type { SearchView } from "./schema";
import { BEST, find } from "./search";
import { NOTHING, viewOf } from "./to-view";

/** So many of each kind are shown where somebody wants more; something longer finds less. */
const MORE = 60;

/**
 * Everything that we hold and that somebody may mean. Who does not see names finds an order by a whole one, as whoever
 * is asked "where is my money" is told it; that a name was compared, and with what it agreed, is in the audit log then.
 */
export async function searchHeld(ctx: Ctx, { q, more = false }: { q: string; more?: boolean }): Promise<SearchView> {
  requirePermission(ctx, "transactions:read");
  const sought = parseQuery(q);
  if (!sought) return NOTHING;
  const found = await find(ctx, sought, { sight: nameAccessOf(ctx), limit: more ? MORE : BEST });
  if (nameAccessOf(ctx) === "whole" && [sought, ...sought.words].some(comparesPersonal))
    await recordComparison(ctx, found);
  return viewOf(ctx, sought, found);
}

/**
 * What may be meant, while it is being typed: the same as on the page of results. The audit log has each match of a
 * hidden name or account; what was typed on the way to it matches nothing and leaves no entry.
 */
export async function suggestHeld(ctx: Ctx, { q }: { q: string }): Promise<SearchView> {
  requirePermission(ctx, "transactions:read");
  const sought = parseQuery(q);
  if (!sought) return NOTHING;
  const found = await find(ctx, sought, { sight: nameAccessOf(ctx), limit: BEST });
  if (found.underMask.length > 0) await recordComparison(ctx, found);
  return viewOf(ctx, sought, found);
}

const comparesPersonal = ({ names, account }: SearchTerms) => names.length > 0 || (account?.whole.length ?? 0) > 0;

const recordComparison = (ctx: Ctx, { underMask }: Found) =>
  ctx.db.transaction((tx) =>
    record(tx, ctx, { action: "pii.compared", subject: "search", detail: { found: underMask } }),
  );
