import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DailyLimit } from "@/lib/limits/rules";
import { environment, expiresAt } from "./columns";
import { users } from "./users";

/** A change of the daily limits: proposed by one admin, applied by another. The newest applied one is in force. */
export const limitChanges = pgTable(
  "limit_changes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    limits: jsonb("limits").$type<DailyLimit[]>().notNull(),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: timestamp("proposed_at", { withTimezone: true }).notNull(),
    expiresAt: expiresAt(),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    appliedAt: timestamp("applied_at", { withTimezone: true }),
  },
  (t) => [
    index("limit_changes_in_force").on(t.environment, t.appliedAt.desc().nullsFirst()),
    uniqueIndex("limit_changes_one_open").on(t.environment).where(sql`${t.decidedAt} is null`),
  ],
);
