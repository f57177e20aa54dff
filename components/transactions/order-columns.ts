/** The columns of the list of transactions. The choice is kept in the browser. */
export const ORDER_COLUMNS = [
  "created",
  "paid",
  "order",
  "theirId",
  "type",
  "player",
  "amount",
  "state",
  "updated",
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

export const COLUMNS_COOKIE = "order-columns";

const USUAL: OrderColumn[] = ["created", "order", "type", "player", "amount", "state"];

/** An order can always be opened, so its id is always there. */
export function readColumns(kept: string | undefined): OrderColumn[] {
  if (kept === undefined) return USUAL;
  const chosen = kept.split(".");
  return ORDER_COLUMNS.filter((column) => column === "order" || chosen.includes(column));
}

export const writeColumns = (columns: readonly OrderColumn[]) => columns.join(".");
