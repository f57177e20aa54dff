import { bigint, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { transactions } from "./transactions";
import { users } from "./users";

/**
 * A person is done with a payout that failed, was held or came back, or with a deposit that was not created. Another
 * setback brings it back. Append-only.
 */
export const orderDismissals = pgTable(
  "order_dismissals",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** What was dismissed, as `setback` in schema/transactions.ts names it. */
    setback: text("setback").notNull(),
  },
  (t) => [index("order_dismissals_by_transaction").on(t.transactionRow)],
);
