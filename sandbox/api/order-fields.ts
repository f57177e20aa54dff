import { z } from "zod";
import { callbackUrl } from "../callbacks/url";
import type { Merchant } from "../merchants/config";
import { CURRENCIES, type Currency, DECIMALS } from "../money/currencies";
import { toUnits } from "../money/decimal";
import { digits, text } from "../wire/input";
import { invalid, Refusal } from "../wire/refusal";

/** The OpenAPI description lists the currencies; a currency that an account lacks is refused later, in other words. */
export const currencyField = text(10).meta({ enum: [...CURRENCIES] });

/** What both kinds of order have. */
export const orderFields = {
  amount: digits.meta({
    pattern: "^[0-9]+(\\.[0-9]+)?$",
    exclusiveMinimum: 0,
    description: "Whole yen for JPY; at most 2 decimals for THB and 6 for USDT.",
  }),
  channel: z.literal("BANK_TRANSFER", {
    error: ({ input }) => (input === undefined ? "is required" : "must be BANK_TRANSFER"),
  }),
  currency: currencyField,
  callbackUrl: callbackUrl.describe("Receives the final status."),
  referenceId: text(128).describe("The merchant's unique order id."),
  playerId: text(128),
};

/** A currency that this merchant has an account in. */
export function currencyOf({ currencies }: Merchant, wanted: string): Currency {
  const currency = CURRENCIES.find((one) => one === wanted && currencies[one]);
  if (!currency) throw invalid("currency: is not enabled for this account");
  return currency;
}

/** More digits than any amount needs, and few enough for exact sums everywhere. */
const LONGEST_AMOUNT = 18;

/** The amount in the smallest units of its currency. */
export function amountOf(amount: string, currency: Currency): bigint {
  if (!/^\d+(\.\d+)?$/.test(amount)) throw invalid("amount: must be a positive decimal number");
  if (currency === "JPY" && !/^\d+$/.test(amount)) throw new Refusal(400, "JPY amounts must be whole yen");
  if (amount.length > LONGEST_AMOUNT) throw invalid(`amount: must have at most ${LONGEST_AMOUNT} digits`);
  const units = toUnits(amount, DECIMALS[currency]);
  if (units === null) throw invalid(`amount: must have at most ${DECIMALS[currency]} decimals`);
  if (units === 0n) throw invalid("amount: must be greater than zero");
  return units;
}
