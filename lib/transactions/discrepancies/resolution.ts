import { type DiscrepancyKind, factsNamedIn } from "@/lib/transactions/status/status-report";

/** Findings of users outside the console about a contradictory order. */
export const RESOLUTIONS = [
  "moved_once",
  "moved_twice",
  "not_moved",
  "reported_amount_moved",
  "requested_amount_moved",
  "not_to_be_sent",
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** By this finding money moved, of either amount. */
export const isFoundMoved = (finding: Resolution): boolean => finding !== "not_moved" && finding !== "not_to_be_sent";

const FITTING: Record<DiscrepancyKind, readonly Resolution[]> = {
  reports: ["moved_once", "not_moved"],
  double: ["moved_once", "moved_twice", "not_moved"],
  amount: ["reported_amount_moved", "requested_amount_moved", "not_moved"],
  // It was never submitted, so no money moved.
  altered: ["not_to_be_sent"],
};

type Recorded = { kind: DiscrepancyKind | null; said: string };

/** A report about another amount is about an amount, whether it was believed or not. A record without kinds has reports. */
const kindOf = (recorded: Recorded): DiscrepancyKind =>
  factsNamedIn(recorded).some(({ field }) => field === "amount") ? "amount" : (recorded.kind ?? "reports");

/** The resolutions that apply to these discrepancies. */
export function resolutionsFor(recorded: readonly Recorded[]): Resolution[] {
  const fitting = recorded.flatMap((one) => FITTING[kindOf(one)]);
  return RESOLUTIONS.filter((finding) => fitting.includes(finding));
}
