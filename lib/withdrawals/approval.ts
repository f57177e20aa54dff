/** What somebody other than the requester can decide. */
export const DECISIONS = ["approved", "declined", "sent back"] as const;
export type Decision = (typeof DECISIONS)[number];

/** How long a request waits for its approvers. Balances, and minds, change. */
export const WAITS_HOURS = 24;

export type Waiting = {
  requestedBy: string;
  /** The digest of the terms that were requested. */
  digest: string;
  approversNeeded: number;
  expiresAt: Date;
  decided: { by: string; decision: Decision; digest: string }[];
};

export type CannotDecide =
  | { kind: "own request" }
  | { kind: "decided before" }
  | { kind: "expired" }
  /** The approver saw other terms than those on record. */
  | { kind: "other terms" };

/** Whether this person may decide now, over the terms that they saw. Null: they may. */
export function refusalOf(waiting: Waiting, who: { id: string; digest: string; now: Date }): CannotDecide | null {
  if (who.id === waiting.requestedBy) return { kind: "own request" };
  if (waiting.decided.some(({ by }) => by === who.id)) return { kind: "decided before" };
  if (who.now >= waiting.expiresAt) return { kind: "expired" };
  if (who.digest !== waiting.digest) return { kind: "other terms" };
  return null;
}

/** Enough people, each over exactly these terms. */
export const isApproved = ({ decided, digest, approversNeeded }: Omit<Waiting, "expiresAt" | "requestedBy">) =>
  decided.filter((one) => one.decision === "approved" && one.digest === digest).length >= approversNeeded;
