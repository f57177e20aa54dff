import type { Environment } from "@/lib/environment";
import { viewOptions } from "@/lib/view-options";
import { type HistoryFilter, historyQuery } from "./range";
import type { BalanceHistory, BalancesView } from "./schema";

export const balanceCache = {
  all: (environment: Environment) =>
    viewOptions<BalancesView>([environment, "balances"], `/api/${environment}/balances`, { refetchInterval: 10_000 }),
  history: (environment: Environment, filter: HistoryFilter) =>
    viewOptions<BalanceHistory>(
      [environment, "balances", "history", historyQuery(filter)],
      `/api/${environment}/balances/history?${historyQuery(filter)}`,
      { refetchInterval: 30_000 },
    ),
};
