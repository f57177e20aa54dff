import type { ConflictKind } from "@/lib/transactions/status/status-report";

/** What a person found out, outside of the console, about an order that contradicts itself. */
export const FINDINGS = [
  "moved once",
  "moved twice",
  "not moved",
  "reported amount moved",
  "requested amount moved",
  "not to be sent",
] as const;
export type Finding = (typeof FINDINGS)[number];

const FITTING: Record<ConflictKind, readonly Finding[]> = {
  reports: ["moved once", "not moved"],
  double: ["moved once", "moved twice", "not moved"],
  amount: ["reported amount moved", "requested amount moved", "not moved"],
  // It is held back before it leaves, so there is nothing to be found out about money.
  altered: ["not to be sent"],
};

/** What can be found of contradictions of these kinds. A record from before kinds were told apart has reports. */
export function findingsFor(kinds: readonly (ConflictKind | null)[]): Finding[] {
  const fitting = kinds.flatMap((kind) => FITTING[kind ?? "reports"]);
  return FINDINGS.filter((finding) => fitting.includes(finding));
}
