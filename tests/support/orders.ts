import { eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { decideWithdrawal } from "@/lib/withdrawals/approving";
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

/** Everybody who has to agree to a withdrawal does: first the approver, then the admin. */
export async function approved(world: World, { referenceId, id }: { referenceId: string; id: string }) {
  const [intent] = await world.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
  if (!intent) throw new Error(`no withdrawal ${referenceId}`);
  for (const role of (["approver", "admin"] as const).slice(0, intent.approversNeeded)) {
    const input = { referenceId, decision: "approved", digest: intent.digest } as const;
    const decided = await decideWithdrawal(await world.as(role), input);
    if (!decided.ok) throw new Error(decided.error.kind);
  }
  return orderOf(world, referenceId);
}

/** What we hold of an order just now. */
export async function orderOf({ db }: World, referenceId: string) {
  const [order] = await db.select().from(transactions).where(eq(transactions.referenceId, referenceId));
  if (!order) throw new Error(`no order ${referenceId}`);
  return order;
}
