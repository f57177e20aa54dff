import { sql } from "drizzle-orm";
import { index, jsonb, pgEnum, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DatabaseChange } from "@/lib/freezes/schema";
import { FREEZE_CAUSES } from "@/lib/freezes/schema";
import { environment, expiresAt } from "./columns";
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
    personId: uuid("user_id").references(() => users.id),
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
      .where(sql`${t.resumedAt} is null and ${t.personId} is null`),
    uniqueIndex("freezes_open_of_person").on(t.environment, t.personId).where(sql`${t.resumedAt} is null`),
  ],
);

/** A proposal to resume, which another person applies. */
export const freezeResumptions = pgTable(
  "freeze_resumptions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    freezeId: uuid("freeze_id")
      .notNull()
      .references(() => freezes.id),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: timestamp("proposed_at", { withTimezone: true }).notNull(),
    expiresAt: expiresAt(),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
  },
  (t) => [
    index("freeze_resumptions_by_freeze").on(t.freezeId),
    uniqueIndex("freeze_resumptions_one_open").on(t.freezeId).where(sql`${t.decidedAt} is null`),
  ],
);
