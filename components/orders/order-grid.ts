/** What happened to an order at left, its facts at right. */
export const ORDER_GRID = "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23.75rem]";
