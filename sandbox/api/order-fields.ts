import Big from "big.js";
import { z } from "zod";
import { callbackUrl } from "../callbacks/url";
import type { Merchant } from "../merchants/config";
import { CURRENCIES, type Currency, DECIMALS } from "../money/currencies";
import { isDecimal } from "../money/decimals";
import { digits, text } from "../wire/input";
import { invalid, Refusal } from "../wire/refusal";

/** The OpenAPI description lists the currencies; a currency that an account lacks is refused later, in other words. */
const currencyField = text(10).meta({ enum: [...CURRENCIES] });

/** The query of balances and banks. */
export const currencyQuery = { currency: currencyField.describe("Leave out for every currency.").optional() };

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

/** More digits than any amount needs. */
const LONGEST_AMOUNT = 18;

export function amountOf(amount: string, currency: Currency): Big {
  if (!/^\d+(\.\d+)?$/.test(amount)) throw invalid("amount: must be a positive decimal number");
  if (currency === "JPY" && !/^\d+$/.test(amount)) throw new Refusal(400, "JPY amounts must be whole yen");
  if (amount.length > LONGEST_AMOUNT) throw invalid(`amount: must have at most ${LONGEST_AMOUNT} digits`);
  const decimals = DECIMALS[currency];
  if (!isDecimal(amount, decimals)) throw invalid(`amount: must have at most ${decimals} decimals`);
  if (Big(amount).eq(0)) throw invalid("amount: must be greater than zero");
  return Big(amount);
}
