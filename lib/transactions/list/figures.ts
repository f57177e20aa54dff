import "server-only";
import { asc, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { OrderFigures } from "@/lib/transactions/schema";
import { ordersWhere } from "./conditions";
import type { OrderList } from "./filter";

/** The header of a list: since when orders are on record, and their number. */
export async function orderFigures(ctx: Ctx, { list }: { list: OrderList }): Promise<OrderFigures> {
  requirePermission(ctx, "transactions:read");
  const { db, environment } = ctx;
  const here = eq(transactions.environment, environment);
  const [[oldest], count] = await Promise.all([
    // The service does not list orders, so older ones may exist.
    db
      .select({ at: transactions.createdAt })
      .from(transactions)
      .where(here)
      .orderBy(asc(transactions.createdAt))
      .limit(1),
    db.$count(transactions, ordersWhere(ctx, { list, show: "all", sort: "newest" })),
  ]);
  return { since: oldest?.at.toISOString() ?? null, count };
}
