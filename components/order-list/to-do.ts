import type { Shown } from "@/lib/transactions/list/filter";
import type { OrderPage } from "@/lib/transactions/schema";

/** How many orders of a view wait for users; none that is known, where the answer is missing. */
export const toDoOf = (page: Pick<OrderPage, "toDo"> | undefined, show: Shown): number =>
  show === "action" || show === "mine" ? (page?.toDo[show] ?? 0) : 0;
