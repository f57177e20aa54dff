import "server-only";
import { and, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import type { OrderPage } from "@/lib/transactions/schema";
import { waitsFor } from "./conditions";
import type { OrderList } from "./filter";
import { needsActionIn } from "./needs-action";

/** How many orders wait for users, by the views of the list. */
export async function toDoIn(ctx: Ctx, list: OrderList): Promise<NonNullable<OrderPage["toDo"]>> {
  const { db, environment, actor } = ctx;
  const decides = list === "withdrawals" && actor.kind === "user" && may(actor.role, "withdrawals:approve");
  const [action, mine] = await Promise.all([
    list === "transactions" ? db.$count(transactions, needsActionIn(ctx)) : 0,
    decides ? db.$count(transactions, and(eq(transactions.environment, environment), waitsFor(ctx))) : 0,
  ]);
  return { action, mine };
}
