import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { World } from "./context";
import { orderOf, requested } from "./orders";

export type Order = Awaited<ReturnType<typeof requested>>;

/** An order that the service has accepted, and may now tell us about. */
export async function accepted(world: World): Promise<Order> {
  const { id, referenceId } = await requested(world);
  const known = { submission: "accepted", status: "SUCCESS", transactionId: randomUUID() } as const;
  await world.db.update(transactions).set(known).where(eq(transactions.id, id));
  return orderOf(world, referenceId);
}
