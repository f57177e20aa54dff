import { compareAmounts } from "@/lib/money/amount";
import type { WithdrawalCurrency } from "@/lib/money/currencies";

/** `working`: outside working hours a notification waits for the next morning, and is withdrawn if handled by then. */
export const ROUTE_HOURS = ["always", "working"] as const;
export type RouteHours = (typeof ROUTE_HOURS)[number];

/** What a channel or a user may choose instead: the hours of the event, or hours of their own. */
export const REACH_HOURS = ["route", ...ROUTE_HOURS, "own"] as const;
export type ReachHours = (typeof REACH_HOURS)[number];

export const DAYS = ["workdays", "all"] as const;

/** In Tokyo, `HH:MM`. Where the end is not after the beginning, it is on the next day. */
export type Hours = { from: string; to: string; days: (typeof DAYS)[number] };

/** A sum of a currency, as a decimal string. */
export type Sum = { currency: string; amount: string };

/** The smallest amount of a currency that counts. */
export type Least = { currency: WithdrawalCurrency; amount: string };

/** When a channel or a user hears, and from which amounts on, where that is not what the event says. */
export type Reach = { hours: ReachHours; own: Hours; least: Least[] };

export const USUAL_REACH: Reach = {
  hours: "route",
  own: { from: "09:00", to: "18:00", days: "workdays" },
  least: [],
};

/** The hours in which a reader hears; null: at any time. */
export function hoursOf(reach: Reach, ofRoute: RouteHours, working: Hours): Hours | null {
  const chosen = reach.hours === "route" ? ofRoute : reach.hours;
  if (chosen === "own") return reach.own;
  return chosen === "working" ? working : null;
}

/** What a reader wants of a currency, or else what the event says. */
export const leastOf = (reach: Reach, ofRoute: Least[]): Least[] => [
  ...reach.least,
  ...ofRoute.filter(({ currency }) => !reach.least.some((own) => own.currency === currency)),
];

/** Whether one of the sums is large enough. What has no sum always is, as is a currency without a minimum. */
export function isEnough(sums: readonly Sum[], least: readonly Least[]): boolean {
  if (sums.length === 0) return true;
  const minimumOf = (currency: string) => least.find((one) => one.currency === currency)?.amount ?? "0";
  return sums.some(({ currency, amount }) => compareAmounts(amount, minimumOf(currency)) >= 0);
}
