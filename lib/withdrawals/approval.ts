import { may, type Permission, type Role } from "@/lib/auth/permissions";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";

/** What another person than the requester can decide. */
export const DECISIONS = ["approved", "declined", "sent_back"] as const;
export type Decision = (typeof DECISIONS)[number];

/** How long a request waits for its approvers. Balances, and minds, change. */
export const WAITS_HOURS = 24;

/** A user's present state, independent of their state when they acted. */
export type UserNow = { id: string; role: Role; disabledAt: Date | null };

type Decided = { by: string; decision: Decision; digest: string };

export type Waiting = {
  requester: UserNow;
  /** The digest of the terms that were requested. */
  digest: string;
  expiresAt: Date;
  decided: Decided[];
};

export type RequesterProblem = Extract<HoldReason, "requester_inactive" | "requester_not_permitted">;

export type CannotDecide =
  | { kind: "own_request" }
  | { kind: "decided_before" }
  | { kind: "expired" }
  /** The approver saw other terms than those on record. */
  | { kind: "other_terms" }
  /** It can be declined or sent back, not approved. */
  | { kind: RequesterProblem };

const isHereAndMay = ({ role, disabledAt }: UserNow, permission: Permission) =>
  disabledAt === null && may(role, permission);

/** Whether this person's approval counts, of a request that is not their own. */
export const mayApprove = (user: UserNow) => isHereAndMay(user, "withdrawals:approve");

/** Why nothing that this person requested may leave. Null: it may. */
export function requesterProblem(requester: UserNow): RequesterProblem | null {
  if (isHereAndMay(requester, "withdrawals:create")) return null;
  return requester.disabledAt === null ? "requester_not_permitted" : "requester_inactive";
}

type Deciding = { id: string; digest: string; decision: Decision; now: Date };

/** Whether this person may decide now, over the terms that they saw. Null: they may. */
export function refusalOf(waiting: Waiting, who: Deciding): CannotDecide | null {
  if (who.id === waiting.requester.id) return { kind: "own_request" };
  if (waiting.decided.some(({ by }) => by === who.id)) return { kind: "decided_before" };
  if (who.now >= waiting.expiresAt) return { kind: "expired" };
  if (who.digest !== waiting.digest) return { kind: "other_terms" };
  const problem = who.decision === "approved" ? requesterProblem(waiting.requester) : null;
  return problem && { kind: problem };
}

type Approved = { requestedBy: string; digest: string; decided: Decided[]; users: UserNow[] };

/** Who approved exactly these terms, and is active and permitted to at this moment. */
export function countedApprovers({ requestedBy, digest, decided, users }: Approved): string[] {
  return decided
    .filter((one) => one.decision === "approved" && one.digest === digest && one.by !== requestedBy)
    .map(({ by }) => by)
    .filter((by) => users.some((user) => user.id === by && mayApprove(user)));
}

/** Why an order is held instead of sent, as far as its people go. Null: it may leave. */
export function holdForUsers(requester: UserNow, approvals: { counted: number; needed: number }): HoldReason | null {
  return requesterProblem(requester) ?? (approvals.counted < approvals.needed ? "approvals_not_enough" : null);
}

const NEW_ACCOUNT_MS = 7 * 24 * 3_600_000;

/** Whether the account of a requester was new when they made the request. */
export const isNewAccount = (createdAt: Date, requestedAt: Date) =>
  requestedAt.getTime() - createdAt.getTime() < NEW_ACCOUNT_MS;

/** Until when others may decide. An order that awaits approval again has its whole time again. */
export function decideUntil(approvalExpiresAt: Date | null, heldAt: Date | null): Date | null {
  const again = heldAt && new Date(heldAt.getTime() + WAITS_HOURS * 3_600_000);
  if (approvalExpiresAt === null || again === null) return approvalExpiresAt ?? again;
  return again > approvalExpiresAt ? again : approvalExpiresAt;
}
