import type { ApprovalBasis } from "@/lib/limits/rules";

/** `needed`: the amount, the fee last asked for one of its size, and what waits to be sent. Decimal strings. */
export type Shortfall = {
  currency: string;
  needed: string;
  available: string;
  /** When the service last said so. */
  asOf: string;
  /** Null where none was seen. */
  fee: string | null;
  waiting: string;
};

/** What our own record says against a withdrawal before it is sent. A person weighs it. */
export type Advice =
  /** It is requested only with a reason. */
  | ({ kind: "exceeds_balance" } & Shortfall)
  /** With what was requested in 24 hours by the requester, or for this account, more people must approve. */
  | { kind: "sum"; basis: Exclude<ApprovalBasis, "payout">; total: string; currency: string; approvers: number }
  /** The payee book has the account as a new one: so many must approve, at any amount. */
  | { kind: "new_payee"; until: string; approvers: number }
  /** The player is registered for KYC under another name than the account's holder. */
  | { kind: "kyc_differs"; name: string }
  /** The same amount went to the same account a short while ago. */
  | { kind: "repeat"; referenceId: string; at: string }
  /** Nothing that we sent to this account was ever paid. */
  | { kind: "never_paid" }
  /** Earlier, the account had another holder. */
  | { kind: "other_holder"; holder: string; referenceId: string };
