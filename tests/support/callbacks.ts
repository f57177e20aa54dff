import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { canonical, sign } from "@/lib/payments-api/sign";
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

/** What the service would say when the order is paid. */
export const story = (
  { transactionId, referenceId }: Pick<Order, "transactionId" | "referenceId">,
  more: Record<string, unknown> = {},
) => ({
  transaction_id: transactionId,
  provider_order_id: "x-1",
  reference_id: referenceId,
  status: "COMPLETED",
  type: "WITHDRAW",
  amount: 12000,
  actual_amount: 12330,
  currency: "JPY",
  method: "BANK_TRANSFER",
  ...more,
});

/** As the service signs: over the fields that are not null, each as it is written. */
export function signatureOf(fields: Record<string, unknown>, secretKey: string) {
  const said = Object.entries(fields).filter(([, value]) => value !== null);
  return sign(canonical(Object.fromEntries(said.map(([name, value]) => [name, String(value)]))), secretKey);
}
