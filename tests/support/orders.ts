import { eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import type { World } from "./context";
import { typedForm } from "./typed-form";

/** A withdrawal that ops requested and nobody has sent yet. */
export async function requested(world: World, more: Partial<WithdrawalForm> = {}) {
  const made = await requestWithdrawal(await world.as("ops"), withdrawalInput.parse(typedForm(more)));
  if (!made.ok) throw new Error(made.error.kind);
  return orderOf(world, made.value.referenceId);
}

/** What we hold of an order just now. */
export async function orderOf({ db }: World, referenceId: string) {
  const [order] = await db.select().from(transactions).where(eq(transactions.referenceId, referenceId));
  if (!order) throw new Error(`no order ${referenceId}`);
  return order;
}
