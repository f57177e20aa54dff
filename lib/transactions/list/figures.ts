import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import type { OrderFigures } from "@/lib/transactions/schema";
import { ordersWhere, waitsFor } from "./conditions";
import type { OrderList } from "./filter";
import { needsActionIn } from "./needs-action";

/** The header of a list: since when orders are on record, their number, and how many wait for users. */
export async function orderFigures(ctx: Ctx, { list }: { list: OrderList }): Promise<OrderFigures> {
  requirePermission(ctx, "transactions:read");
  const { db, environment, actor } = ctx;
  const here = eq(transactions.environment, environment);
  const decides = list === "withdrawals" && actor.kind === "user" && may(actor.role, "withdrawals:approve");
  const [[oldest], count, action, mine] = await Promise.all([
    // The service does not list orders, so older ones may exist.
    db
      .select({ at: transactions.createdAt })
      .from(transactions)
      .where(here)
      .orderBy(asc(transactions.createdAt))
      .limit(1),
    db.$count(transactions, ordersWhere(ctx, { list, show: "all", sort: "newest" })),
    list === "transactions" ? db.$count(transactions, needsActionIn(ctx)) : 0,
    decides ? db.$count(transactions, and(here, waitsFor(ctx))) : 0,
  ]);
  return { since: oldest?.at.toISOString() ?? null, count, toDo: { action, mine } };
}
