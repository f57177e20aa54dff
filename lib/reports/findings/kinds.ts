import type { Environment } from "@/lib/environment";
import { queryOf } from "@/lib/query-string";
import { EXCEPTION_CLASSES } from "@/lib/reconciliation/classes";

/*
 * What goes wrong beside a payment and is found by looking at it twice. Each finding is one query, so that a count and
 * the list behind it cannot differ.
 */

/** In the order of the page, by what is looked at. */
export const FINDING_GROUPS = {
  requests: ["double_payouts", "unknown_outcomes", "stopped_payouts"],
  callbacks: ["forged_callbacks", "false_paid_callbacks", "contradicting_callbacks", "missing_callbacks"],
  records: ["discrepancies", ...EXCEPTION_CLASSES, "balance_movements"],
  players: ["kyc_failed"],
} as const;
export type FindingGroup = keyof typeof FINDING_GROUPS;
export type Finding = (typeof FINDING_GROUPS)[FindingGroup][number];

export const FINDINGS: readonly Finding[] = Object.values(FINDING_GROUPS).flat();

/** What became of one: the display status of its order, the state of its exception, of its discrepancy or of its registration. */
export type Outcome = string;

export const FINDINGS_DAYS_MAX = 366;

/** Days are Tokyo days, both included. `finding`: whose list is open. */
export type FindingsFilter = { from: string; to: string; finding?: Finding | undefined };

export const findingsQuery = ({ from, to, finding }: FindingsFilter): string => queryOf({ from, to, finding });

/** The most rows of a file, which is made in memory. */
export const FILE_ROWS_MAX = 100_000;

/** What one is about, and what leads there. */
export type FindingRow = {
  at: string;
  /** The order's referenceId, the ledger's ID or the player; null for a callback about none of ours. */
  reference: string | null;
  currency: string | null;
  amount: string | null;
  outcome: Outcome | null;
  /** The run of an exception, or the ID of a movement. */
  link: string | null;
};

type Place = { environment: Environment; filter: FindingsFilter; finding: Finding };

const CALLBACKS: ReadonlySet<Finding> = new Set(FINDING_GROUPS.callbacks);
const EXCEPTIONS: ReadonlySet<Finding> = new Set(EXCEPTION_CLASSES);

/** Whether its time is when a run found it, which can be long after its day. */
export const isFoundLater = (finding: Finding): boolean => EXCEPTIONS.has(finding);

/** The page of one of them. */
export function pathOf({ environment, filter: { from, to }, finding }: Place, row: FindingRow): string {
  const { reference, link } = row;
  const at = `/${environment}`;
  if (finding !== "missing_callbacks" && CALLBACKS.has(finding)) {
    const cause = finding === "forged_callbacks" ? "wrong_signature" : undefined;
    const days = reference === null ? { from, to } : {};
    return `${at}/activity?${queryOf({ kind: "delivery", cause, order: reference ?? undefined, ...days })}`;
  }
  if (EXCEPTIONS.has(finding)) {
    return `${at}/reconciliation/${link ?? ""}?${queryOf({ class: finding, q: reference ?? undefined })}`;
  }
  if (finding === "balance_movements") return `${at}/reconciliation/movements?${queryOf({ movement: link ?? "" })}`;
  if (finding === "kyc_failed") return `${at}/players/${encodeURIComponent(reference ?? "")}`;
  return `${at}/transactions/${encodeURIComponent(reference ?? "")}`;
}
