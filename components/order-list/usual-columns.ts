import type { OrderList } from "@/lib/transactions/list/filter";

/** What each list shows unless other columns are chosen. */
export const USUAL_COLUMNS: Record<OrderList, readonly string[]> = {
  transactions: ["created", "type", "party", "player", "amount", "state", "evidence"],
  withdrawals: ["created", "party", "account", "amount", "state", "evidence", "decideBy"],
  deposits: ["created", "party", "player", "amount", "state", "evidence"],
};
