import { bigint, index, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { environment } from "./columns";

/** What the service said a balance was, from the first to the last answer that gave the same figures. */
export const balanceSnapshots = pgTable(
  "balance_snapshots",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    environment: environment("environment").notNull(),
    currency: text("currency").notNull(),
    available: numeric("available").notNull(),
    ledger: numeric("ledger").notNull(),
    firstSeenAt: timestamp("first_seen_at", { withTimezone: true }).notNull(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    index("balance_snapshots_newest").on(t.environment, t.currency, t.id.desc().nullsFirst()),
    index("balance_snapshots_by_time").on(t.environment, t.currency, t.firstSeenAt),
  ],
);
