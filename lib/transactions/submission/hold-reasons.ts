/** Why an order is held instead of submitted. */
export const HOLD_REASONS = [
  "requester_inactive",
  "requester_not_permitted",
  "approvals_not_enough",
  "payee_blocked",
  "payee_undecided",
  "payee_changed",
  "daily_limit",
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
