import type { Currency } from "./currencies";
import { DECIMALS } from "./currencies";
import { units } from "./decimal";

export type Fee = { flat: string; perMille: string };

/** A per mille rate may itself have three decimals. */
export const PER_MILLE_DECIMALS = 3;
const PER_MILLE_UNIT = 1_000n * 10n ** BigInt(PER_MILLE_DECIMALS);

/** flat + per mille of the amount, rounded half up to the currency's smallest unit. */
export function feeUnits(amount: bigint, { flat, perMille }: Fee, currency: Currency): bigint {
  const rate = units(perMille, PER_MILLE_DECIMALS);
  return units(flat, DECIMALS[currency]) + (amount * rate + PER_MILLE_UNIT / 2n) / PER_MILLE_UNIT;
}
