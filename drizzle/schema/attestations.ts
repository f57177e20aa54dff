import { bigint, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { transactions } from "./transactions";
import { users } from "./users";

/** A person's word that a lost order was not created, where the service's clock cannot say it. Append-only. */
export const attestations = pgTable(
  "attestations",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    /** The source of the confirmation. */
    reason: text("reason").notNull(),
  },
  (t) => [unique("attestations_once_each").on(t.transactionRow, t.by)],
);
