import type { Environment } from "@/lib/environment";
import { sameAmount } from "@/lib/money/amount";
import { parseTypedAmount } from "@/lib/money/amount-input";

/** In production, the amount is entered twice before money can move. */
export const asksAmountAgain = (environment: Environment) => environment === "production";

/** The second entry differs from the amount: nothing was changed. */
export type AmountDiffers = { kind: "amount_differs" };

type Paid = { amount: string; currency: string };

/** Whether the second entry equals the amount, in any notation. True if none is required. */
export function repeatsAmount(environment: Environment, { amount, currency }: Paid, again: string | undefined) {
  if (!asksAmountAgain(environment)) return true;
  const read = parseTypedAmount(again ?? "", currency);
  return read.ok && sameAmount(read.value, amount);
}
