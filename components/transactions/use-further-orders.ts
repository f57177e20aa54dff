import { useFurther } from "@/components/filters/use-further";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import { transactionCache } from "@/lib/transactions/cache";
import { addressOf, type OrderFilter, ordersPath } from "@/lib/transactions/list/filter";
import type { OrderPage, TransactionRow } from "@/lib/transactions/schema";

/** Orders beyond a page, on the side where it is not full. */
export function useFurtherOrders(environment: Environment, filter: OrderFilter, page: OrderPage) {
  const { partial } = page;
  const kind = partial === "above" ? "before" : "after";
  return useFurther<TransactionRow>({
    list: [...transactionCache.all(environment), "further", addressOf(filter)],
    from: partial && page[partial],
    shown: page.rows.length,
    isUpwards: partial === "above",
    changes: true,
    step: async (place, reach, signal) => {
      const address = `${addressOf(filter, { kind, place })}&reach=${reach}`;
      const { rows, above, below } = await fetchView<OrderPage>(ordersPath(environment, address), signal);
      return { rows, end: kind === "after" ? below : above };
    },
  });
}
