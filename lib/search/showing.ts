import "server-only";
import { inArray } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { playerRow } from "@/lib/kyc/view";
import { payerView, recipientView, transactionRow } from "@/lib/transactions/view";
import { type Found, rankOf } from "./found";
import { sightOf } from "./names";
import type { OrderHit, PlayerHit, SearchHit, SearchView, Why } from "./schema";
import type { Sought } from "./sought";

/** What to show of what was found. */
export async function viewOf(ctx: Ctx, sought: Sought, found: Found): Promise<SearchView> {
  const hits = await shown(ctx, found);
  const isExact = ({ field, how }: Why) => how === "exact" && (field === "referenceId" || field === "transactionId");
  const exact = found.orders.find(({ why }) => isExact(why))?.row.referenceId ?? null;
  const sight = sightOf(ctx);
  return {
    hits,
    hasMore: found.hasMore,
    exact,
    asks: exact === null ? sought.asks : null,
    limit: sought.names.length === 0 || sight === "all" ? null : sight === "whole" ? "whole names only" : "no names",
  };
}

export const NOTHING: SearchView = { hits: [], hasMore: false, exact: null, asks: null, limit: null };

/** What is shown of them, masked as the reader's role has it. */
async function shown(ctx: Ctx, { orders, players }: Found): Promise<SearchHit[]> {
  const named = await namedIn(
    ctx,
    orders.map(({ row }) => row.id),
  );
  const hits = [
    ...orders.map(({ why, row }): OrderHit => {
      const { name = null, account = null } = named.get(row.id) ?? {};
      return { kind: "order", why, order: transactionRow(row), name, account };
    }),
    ...players.map(({ why, row }): PlayerHit => ({ kind: "player", why, player: playerRow(ctx, row) })),
  ];
  return hits.toSorted((a, b) => rankOf(a.why) - rankOf(b.why));
}

type InOrder = Pick<OrderHit, "name" | "account">;

async function namedIn(ctx: Ctx, ids: string[]): Promise<Map<string, InOrder>> {
  if (ids.length === 0) return new Map();
  const [recipients, payers] = await Promise.all([
    ctx.db.select().from(withdrawals).where(inArray(withdrawals.transactionRow, ids)),
    ctx.db.select().from(deposits).where(inArray(deposits.transactionRow, ids)),
  ]);
  return new Map([
    ...recipients.map((intent): [string, InOrder] => {
      const { destinationAccountName: name, destinationAccount: account } = recipientView(ctx, intent);
      return [intent.transactionRow, { name, account }];
    }),
    ...payers.map((intent): [string, InOrder] => {
      const { payerAccountName: name, payerAccount: account } = payerView(ctx, intent);
      return [intent.transactionRow, { name, account }];
    }),
  ]);
}
