import "server-only";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readFresh } from "@/lib/db/replica";
import { nameAccessOf } from "./names";
import { parseQuery, type SearchTerms } from "./parse-query";
import type { Found } from "./results";
import type { SearchView } from "./schema";
import { BEST, find } from "./search";
import { NOTHING, viewOf } from "./to-view";

/** How many results of each kind "show more" returns; a longer query finds fewer. */
const MORE = 60;

/**
 * Searches all records. A user who sees names masked finds an order only by a full name; the comparison and its result
 * are in the audit log.
 */
export async function searchHeld(ctx: Ctx, { q, more = false }: { q: string; more?: boolean }): Promise<SearchView> {
  requirePermission(ctx, "transactions:read");
  const query = parseQuery(q);
  if (!query) return NOTHING;
  const bounds = { nameAccess: nameAccessOf(ctx), limit: more ? MORE : BEST };
  const found = await readFresh(ctx, (reader) => find(reader, query, bounds));
  if (nameAccessOf(ctx) === "whole" && [query, ...query.words].some(comparesPersonal))
    await recordComparison(ctx, found);
  return viewOf(ctx, query, found);
}

/**
 * What may be meant, while it is being typed: the same as on the page of results. The audit log has each match of a
 * hidden name or account; what was typed on the way to it matches nothing and leaves no entry.
 */
export async function suggestHeld(ctx: Ctx, { q }: { q: string }): Promise<SearchView> {
  requirePermission(ctx, "transactions:read");
  const query = parseQuery(q);
  if (!query) return NOTHING;
  const bounds = { nameAccess: nameAccessOf(ctx), limit: BEST };
  const found = await readFresh(ctx, (reader) => find(reader, query, bounds));
  if (found.underMask.length > 0) await recordComparison(ctx, found);
  return viewOf(ctx, query, found);
}

const comparesPersonal = ({ names, account }: SearchTerms) => names.length > 0 || (account?.whole.length ?? 0) > 0;

const recordComparison = (ctx: Ctx, { underMask }: Found) =>
  ctx.db.transaction((tx) =>
    record(tx, ctx, { action: "pii.compared", subject: "search", detail: { found: underMask } }),
  );
