import { bigint, index, pgEnum, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { RESOLUTIONS } from "@/lib/transactions/discrepancies/resolution";
import { discrepancyKind, transactions } from "./transactions";
import { users } from "./users";

export const finding = pgEnum("finding", RESOLUTIONS);

/** What cannot be true beside what we hold of an order, each once. Append-only. */
export const discrepancies = pgTable(
  "discrepancies",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    kind: discrepancyKind("kind").notNull(),
    /** Tells it apart from others of the order: said again, it is no news. */
    said: text("said").notNull(),
  },
  (t) => [unique("contradictions_said").on(t.transactionRow, t.kind, t.said)],
);

/** A user's finding with its reason. It resolves the discrepancies recorded so far. Append-only. */
export const discrepancyResolutions = pgTable(
  "discrepancy_resolutions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    finding: finding("finding").notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [index("discrepancy_resolutions_by_transaction").on(t.transactionRow, t.id)],
);
