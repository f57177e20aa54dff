/** Every page that has an address of its own, in one environment. */
export const PAGES = [
  "",
  "/balances",
  "/transactions",
  "/withdrawals",
  "/withdrawals/new",
  "/deposits",
  "/deposits/new",
  "/players",
  "/players/new",
  "/players/bulk",
  "/banks",
  "/activity",
  "/settings/approval-rules",
  "/settings/audit",
  "/closing",
];
