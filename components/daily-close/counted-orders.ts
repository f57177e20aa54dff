import type { DayFigures } from "@/lib/daily-close/schema";
import type { OrderFilter } from "@/lib/transactions/list/filter";

export type CountedName = Exclude<
  keyof DayFigures,
  "currency" | "opening" | "closing" | "expectedLedger" | "difference"
>;

/**
 * The orders that a figure of a day counts, as the list of transactions finds them. A figure of a close counts discrepancies
 * that may be resolved by now.
 */
export function countedOrders(name: CountedName, day: string, isOfClose: boolean): Partial<OrderFilter> {
  switch (name) {
    case "deposits":
      return { type: "DEPOSIT", state: ["COMPLETED"], paidFrom: day, paidTo: day };
    case "withdrawals":
      return { type: "WITHDRAW", state: ["COMPLETED"], paidFrom: day, paidTo: day };
    case "depositsInFlight":
      return { type: "DEPOSIT", openOn: day };
    case "withdrawalsInFlight":
      return { type: "WITHDRAW", openOn: day };
    case "unknown":
      return { state: ["unknown"], to: day };
    case "discrepancies":
      return { show: isOfClose ? "all" : "action", state: ["discrepancy"], to: day };
  }
}
