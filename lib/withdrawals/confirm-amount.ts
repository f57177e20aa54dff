import type { Environment } from "@/lib/environment";
import { sameAmount } from "@/lib/money/amount";
import { parseTypedAmount } from "@/lib/money/typed-amount";

/** In production, whoever lets money move types its amount a second time. */
export const asksAmountAgain = (environment: Environment) => environment === "production";

/** The amount that was typed the second time is not that of the withdrawal: nothing was done. */
export type AmountDiffers = { kind: "amount_differs" };

type Paid = { amount: string; currency: string };

/** Whether the second typing says this amount, however it is spelt. Where nobody asks for one, nothing has to. */
export function repeatsAmount(environment: Environment, { amount, currency }: Paid, again: string | undefined) {
  if (!asksAmountAgain(environment)) return true;
  const read = parseTypedAmount(again ?? "", currency);
  return read.ok && sameAmount(read.value, amount);
}
