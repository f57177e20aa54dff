/**
 * `decimals`: how many the currency has. `shown`: how many are always written, so that a column of amounts lines up.
 * A currency that is not listed keeps the digits that it came with.
 */
const CURRENCIES: ReadonlyMap<string, { decimals: number; shown: number }> = new Map([
  ["JPY", { decimals: 0, shown: 0 }],
  ["THB", { decimals: 2, shown: 2 }],
  ["USDT", { decimals: 6, shown: 2 }],
]);

/** Those of the service; it may have others one day. */
export const KNOWN_CURRENCIES: readonly string[] = [...CURRENCIES.keys()];

/** Null where we do not know the currency: then any number of decimals may be right. */
export const decimalsOf = (currency: string): number | null => CURRENCIES.get(currency)?.decimals ?? null;

export const shownDecimalsOf = (currency: string): number => CURRENCIES.get(currency)?.shown ?? 0;

/** The currencies that the service pays out in. */
export const WITHDRAWAL_CURRENCIES = ["JPY", "THB", "USDT"] as const;
export type WithdrawalCurrency = (typeof WITHDRAWAL_CURRENCIES)[number];
