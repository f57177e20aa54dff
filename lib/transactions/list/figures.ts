import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import type { OrderFigures } from "@/lib/transactions/schema";
import { waitsFor } from "./conditions";
import type { OrderList } from "./filter";
import { needsActionIn } from "./needs-action";

const TYPES = { transactions: undefined, withdrawals: "WITHDRAW", deposits: "DEPOSIT" };

/** What the head of a list says: since when its orders are known, how many there are, and how many wait for a person. */
export async function orderFigures(ctx: Ctx, { list }: { list: OrderList }): Promise<OrderFigures> {
  requirePermission(ctx, "transactions:read");
  const { db, environment, actor } = ctx;
  const type = TYPES[list];
  const here = eq(transactions.environment, environment);
  const decides = list === "withdrawals" && actor.kind === "user" && may(actor.role, "withdrawals:approve");
  const [[oldest], count, action, mine] = await Promise.all([
    // The service lists no orders, so there may be older ones.
    db
      .select({ at: transactions.createdAt })
      .from(transactions)
      .where(here)
      .orderBy(asc(transactions.createdAt))
      .limit(1),
    db.$count(transactions, and(here, type ? eq(transactions.type, type) : undefined)),
    list === "transactions" ? db.$count(transactions, needsActionIn(ctx)) : 0,
    decides ? db.$count(transactions, and(here, waitsFor(ctx))) : 0,
  ]);
  return { since: oldest?.at.toISOString() ?? null, count, toDo: { action, mine } };
}
