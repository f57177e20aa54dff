import { z } from "zod";

export const CURRENCIES = ["JPY", "THB", "USDT"] as const;
export const currency = z.enum(CURRENCIES);
export type Currency = z.output<typeof currency>;

/** Digits after the point. Yen has none; the sandbox keeps no finer amounts than these. */
export const DECIMALS: Record<Currency, number> = { JPY: 0, THB: 2, USDT: 6 };
