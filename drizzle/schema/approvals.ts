import { index, pgEnum, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { DECISIONS } from "@/lib/withdrawals/approvers";
import { transactions } from "./transactions";
import { users } from "./users";

export const decision = pgEnum("approval_decision", DECISIONS);

/** A decision about a withdrawal by a user other than its requester, with the digest of its terms. */
export const approvals = pgTable(
  "approvals",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    decision: decision("decision").notNull(),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** The digest that the approver saw; the sender refuses another. */
    digest: text("digest").notNull(),
    reason: text("reason"),
  },
  (t) => [unique("approvals_one_each").on(t.transactionRow, t.by), index("approvals_by_time").on(t.at)],
);
