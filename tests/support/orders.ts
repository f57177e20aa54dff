import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import type { World } from "./context";

/** A form as somebody typed it: ¥12,000 to Yamada Taro. */
export const typedForm = (more: Partial<WithdrawalForm> = {}): WithdrawalForm => ({
  formId: randomUUID(),
  currency: "JPY",
  amount: "12,000",
  destination: "0005",
  destinationName: "三菱UFJ銀行",
  destinationBranchCode: "001",
  destinationBranchName: "本店",
  destinationAccountType: "1",
  destinationAccount: "0123456",
  destinationAccountName: "ヤマダ　タロウ",
  playerId: "p-20117",
  ...more,
});

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
