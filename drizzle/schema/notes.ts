import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { transactions } from "./transactions";
import { users } from "./users";

/** Notes about an order. They cannot be changed or removed. */
export const notes = pgTable(
  "notes",
  {
    /** Made in the browser when the writing began; the same note sent twice is one note. */
    id: uuid("id").primaryKey(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    text: text("text").notNull(),
  },
  (t) => [index("notes_by_transaction").on(t.transactionRow, t.at)],
);
