/** Where the payee is the reason. */
export const PAYEE_HOLDS = ["payee_blocked", "payee_undecided", "payee_changed"] as const;
export type PayeeHold = (typeof PAYEE_HOLDS)[number];

/** Why an order is held instead of submitted. */
export const HOLD_REASONS = [
  "requester_inactive",
  "requester_not_permitted",
  "approvals_not_enough",
  ...PAYEE_HOLDS,
  "daily_limit",
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
