import { sql } from "drizzle-orm";
import { jsonb, pgEnum, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DatabaseChange } from "@/lib/freezes/schema";
import { FREEZE_CAUSES } from "@/lib/freezes/schema";
import { environment } from "./columns";
import { users } from "./users";

export const freezeCause = pgEnum("freeze_cause", FREEZE_CAUSES);

/** While a freeze is open, the orders that it covers stay queued: of its environment, or of one person there. */
export const freezes = pgTable(
  "freezes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    cause: freezeCause("cause").notNull(),
    /** Whose requests and approvals are frozen; null where the freeze covers the environment. */
    userId: uuid("user_id").references(() => users.id),
    reason: text("reason").notNull(),
    /** Null where the console froze payouts itself. */
    frozenBy: uuid("frozen_by").references(() => users.id),
    frozenAt: timestamp("frozen_at", { withTimezone: true }).notNull(),
    /** What was found, for `database_changed`. */
    databaseChange: jsonb("database_change").$type<DatabaseChange>(),
    resumedAt: timestamp("resumed_at", { withTimezone: true }),
  },
  (t) => [
    uniqueIndex("freezes_open_of_environment")
      .on(t.environment, t.cause)
      .where(sql`${t.resumedAt} is null and ${t.userId} is null`),
    uniqueIndex("freezes_open_of_person").on(t.environment, t.userId).where(sql`${t.resumedAt} is null`),
  ],
);
