import "server-only";
import type { Ctx } from "@/lib/auth/context";
import { playerRow } from "@/lib/kyc/to-view";
import { seesPii } from "@/lib/pii/access";
import { maskedAccount, maskedName } from "@/lib/pii/mask";
import { orderRows } from "@/lib/transactions/list/order-rows";
import { nameAccessOf } from "./names";
import type { SearchQuery } from "./parse-query";
import { type Found, rankOf } from "./results";
import type { OrderHit, PlayerHit, SearchHit, SearchView, Why } from "./schema";

/** What to show of what was found. */
export async function viewOf(ctx: Ctx, query: SearchQuery, found: Found): Promise<SearchView> {
  const hits = await shown(ctx, found);
  const isExact = ({ field, how }: Why) => how === "exact" && (field === "referenceId" || field === "transactionId");
  const exact = found.orders.find(({ why }) => isExact(why))?.row.referenceId ?? null;
  const nameAccess = nameAccessOf(ctx);
  return {
    hits,
    hasMore: found.hasMore,
    exact,
    asks: exact !== null || query.asks === null ? null : { ...query.asks, isLikely: isLikely(query.asks, found) },
    limit:
      query.names.length === 0 || nameAccess === "all"
        ? null
        : nameAccess === "whole"
          ? "whole_names_only"
          : "no_names",
  };
}

/** What an ID of ours ends with is hardly another one of the service's. */
const isLikely = (asks: { isLikely: boolean }, { orders }: Found) =>
  asks.isLikely && !orders.some(({ why }) => why.field === "referenceId" && why.how === "ends");

export const NOTHING: SearchView = { hits: [], hasMore: false, exact: null, asks: null, limit: null };

/** What is shown of them, masked as the reader's role has it. */
async function shown(ctx: Ctx, { orders, players }: Found): Promise<SearchHit[]> {
  const isMasked = !seesPii(ctx);
  const rows = await orderRows(
    ctx,
    orders.map(({ why, row: order }) => ({ why, order })),
  );
  const hits = [
    ...rows.map(({ why, order, row }): OrderHit => {
      const { partyName: name, partyAccount: account } = order;
      return {
        ...{ kind: "order", why, order: row },
        name: name !== null && isMasked ? maskedName(name) : name,
        account: account !== null && isMasked ? maskedAccount(account) : account,
      };
    }),
    ...players.map(({ why, row }): PlayerHit => ({ kind: "player", why, player: playerRow(ctx, row) })),
  ];
  return hits.toSorted((a, b) => rankOf(a.why) - rankOf(b.why));
}
