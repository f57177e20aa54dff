import type { ApprovalBasis } from "@/lib/limits/rules";
import type { PayeeHold } from "@/lib/transactions/submission/hold-reasons";

/** `needed`: the amount, the latest fee for its size class, and withdrawals waiting to be sent. Decimal strings. */
export type Shortfall = {
  currency: string;
  needed: string;
  available: string;
  /** The time of the balance snapshot. */
  asOf: string;
  /** Null if no fee is known. */
  fee: string | null;
  waiting: string;
};

/** An order of the same amount to the same account: who requested it, and when. */
export type EqualPayout = { referenceId: string; at: string; by: string };

/** What the requester has not been shown. Accepted if requested once more after it was. */
export type Repeats =
  | { kind: "repeats"; repeat: EqualPayout }
  /** A row of this batch pays the same and is no order yet. */
  | { kind: "in_batch"; batchId: string; name: string };

/** Warnings from our own record before a withdrawal is sent, for a user to weigh. */
export type Advice =
  /** This form has made its order: nothing else is made by it, so nothing else is weighed. */
  | { kind: "requested"; referenceId: string; at: string }
  /** This form has made an order of other terms: these were not sent, and under this form they will not be. */
  | { kind: "form_used"; referenceId: string }
  /** It would be held instead of sent, for its payee. */
  | { kind: "held"; reason: PayeeHold }
  /** A reason is required. */
  | ({ kind: "exceeds_balance" } & Shortfall)
  /** The sum over 24 hours, of the requester or for this account, requires more approvals. */
  | { kind: "sum"; basis: Exclude<ApprovalBasis, "payout">; total: string; currency: string; approvers: number }
  /** The account is new in the payee book: this many approvals at any amount. */
  | { kind: "new_payee"; until: string; approvers: number }
  /** The player's KYC name differs from the account holder. */
  | { kind: "kyc_differs"; name: string }
  /** The same amount was sent to the same account recently. */
  | { kind: "repeat"; referenceId: string; at: string }
  /** The same, and its outcome is unknown: until that is resolved, no other is requested. */
  | { kind: "unknown_outcome"; referenceId: string }
  /** A row of a batch will pay the same amount to the same account, and is no order yet. */
  | { kind: "in_batch"; batchId: string; name: string }
  /** No withdrawal to this account has completed yet. */
  | { kind: "never_paid" }
  /** An earlier order had another holder for this account. */
  | { kind: "other_holder"; holder: string; referenceId: string };
