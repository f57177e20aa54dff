import { may, type Permission, type Role } from "@/lib/auth/permissions";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";

/** Decisions of users other than the requester. */
export const DECISIONS = ["approved", "declined", "sent_back"] as const;
export type Decision = (typeof DECISIONS)[number];

/** How long a request waits for its approvers; balances change. */
export const WAITS_HOURS = 24;

/** A user's current state, not that at the time of their action. */
export type UserNow = { id: string; role: Role | "api_key"; disabledAt: Date | null };

type Decided = { by: string; decision: Decision; digest: string };

export type Waiting = {
  requester: UserNow;
  /** Who knows the secret of the key that requested it: as good as the requester. Empty where a person did. */
  holders: readonly string[];
  /** The digest of the requested terms. */
  digest: string;
  expiresAt: Date;
  decided: Decided[];
};

export type RequesterProblem = Extract<HoldReason, "requester_inactive" | "requester_not_permitted">;

export type CannotDecide =
  | { kind: "own_request" | "decided_before" | "expired" }
  /** The approver saw terms that differ from the record. */
  | { kind: "other_terms" }
  /** Cannot be approved, only declined or sent back. */
  | { kind: RequesterProblem };

const isHereAndMay = ({ role, disabledAt }: UserNow, permission: Permission) =>
  disabledAt === null && may(role, permission);

/** Whether this user may approve, another user's request. */
export const mayApprove = (user: UserNow) => isHereAndMay(user, "withdrawals:approve");

/** Why requests of this user must not be sent; null if they may. */
export function requesterProblem(requester: UserNow): RequesterProblem | null {
  if (isHereAndMay(requester, "withdrawals:create")) return null;
  return requester.disabledAt === null ? "requester_not_permitted" : "requester_inactive";
}

type Deciding = { id: string; digest: string; decision: Decision; now: Date };

/** Why this user cannot decide now about the terms that they saw; null if they can. */
export function refusalOf(waiting: Waiting, who: Deciding): CannotDecide | null {
  if (who.id === waiting.requester.id || waiting.holders.includes(who.id)) return { kind: "own_request" };
  if (waiting.decided.some(({ by }) => by === who.id)) return { kind: "decided_before" };
  if (who.now >= waiting.expiresAt) return { kind: "expired" };
  if (who.digest !== waiting.digest) return { kind: "other_terms" };
  const problem = who.decision === "approved" ? requesterProblem(waiting.requester) : null;
  return problem && { kind: problem };
}

type Approved = {
  requestedBy: string;
  holders: readonly string[];
  digest: string;
  decided: Decided[];
  users: UserNow[];
};

/** The users who approved exactly these terms, and are active and permitted now. */
export function countedApprovers({ requestedBy, holders, digest, decided, users }: Approved): string[] {
  return decided
    .filter((one) => one.decision === "approved" && one.digest === digest && one.by !== requestedBy)
    .filter((one) => !holders.includes(one.by))
    .map(({ by }) => by)
    .filter((by) => users.some((user) => user.id === by && mayApprove(user)));
}

/** How a request ended for a user who was about to decide; `by` and `at` where a decision ended it. */
export type DecisionEnd = { kind: string; by?: string; at?: string };

/** The decision that ended a request is the last one, as none is taken after it. */
export function decisionEnd(kind: string, given: { by: string; at: string; decision: Decision }[]): DecisionEnd {
  const last = given.at(-1);
  return last?.decision === kind
    ? { kind, by: last.by, at: last.at }
    : { kind: DECISIONS.some((one) => one === kind) ? "closed" : kind };
}

/** Why an order is held because of its users; null if it may be sent. */
export function holdForUsers(requester: UserNow, approvals: { counted: number; needed: number }): HoldReason | null {
  return requesterProblem(requester) ?? (approvals.counted < approvals.needed ? "approvals_not_enough" : null);
}

const NEW_ACCOUNT_MS = 7 * 24 * 3_600_000;

/** Whether the requester's account was new at the time of the request. */
export const isNewAccount = (createdAt: Date, requestedAt: Date) =>
  requestedAt.getTime() - createdAt.getTime() < NEW_ACCOUNT_MS;

/** The deadline for decisions. An order that awaits approval again gets the full time again. */
export function decideUntil(approvalExpiresAt: Date | null, heldAt: Date | null): Date | null {
  const again = heldAt && new Date(heldAt.getTime() + WAITS_HOURS * 3_600_000);
  if (approvalExpiresAt === null || again === null) return approvalExpiresAt ?? again;
  return again > approvalExpiresAt ? again : approvalExpiresAt;
}
