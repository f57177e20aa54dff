import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { TestContext } from "./context";
import { orderOf, requested } from "./orders";

export type Order = Awaited<ReturnType<typeof requested>>;

/** An order that the service has accepted, and may now tell us about. */
export async function accepted(context: TestContext): Promise<Order> {
  const { id, referenceId } = await requested(context);
  const known = { submission: "accepted", status: "SUCCESS", transactionId: randomUUID() } as const;
  await context.db.update(transactions).set(known).where(eq(transactions.id, id));
  return orderOf(context, referenceId);
}
