import Big from "big.js";
import { type Currency, DECIMALS } from "./currencies";

export type Fee = { flat: string; perMille: string };

/** A per mille rate may itself have three decimals. */
export const PER_MILLE_DECIMALS = 3;

/** flat + per mille of the amount, rounded half up to the currency's smallest unit. */
export const feeOf = (amount: Big, { flat, perMille }: Fee, currency: Currency): Big =>
  amount.times(perMille).times("0.001").round(DECIMALS[currency], Big.roundHalfUp).plus(flat);
