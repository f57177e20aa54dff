import { sql } from "drizzle-orm";
import {
  date,
  foreignKey,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { DAY_CHANGES, type Difference } from "@/lib/daily-close/schema";
import { environment, expiresAt } from "./columns";
import { users } from "./users";

/** `2026-11-21`. */
const day = () => date("day", { mode: "string" }).notNull();

/**
 * A Tokyo day that somebody has closed: its figures as they were then. A day that was reopened is closed again under the
 * next version. A trigger refuses to change or remove one.
 */
export const dailyCloses = pgTable(
  "daily_closes",
  {
    environment: environment("environment").notNull(),
    day: day(),
    /** From 1. */
    version: integer("version").notNull(),
    /** The figures as JSON, to the byte that was hashed. */
    document: text("document").notNull(),
    /** SHA-256 of the document, hexadecimal. The audit line of the close holds it, too. */
    hash: text("hash").notNull(),
    /** Who confirmed it, where it was proposed. */
    closedBy: uuid("closed_by")
      .notNull()
      .references(() => users.id),
    closedAt: timestamp("closed_at", { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.day, t.version] })],
);

/** A close that two people have taken back. It stays on record. A trigger refuses to change or remove one. */
export const dayReopenings = pgTable(
  "day_reopenings",
  {
    environment: environment("environment").notNull(),
    day: day(),
    version: integer("version").notNull(),
    reason: text("reason").notNull(),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    confirmedBy: uuid("confirmed_by")
      .notNull()
      .references(() => users.id),
    reopenedAt: timestamp("reopened_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.environment, t.day, t.version] }),
    foreignKey({
      columns: [t.environment, t.day, t.version],
      foreignColumns: [dailyCloses.environment, dailyCloses.day, dailyCloses.version],
    }),
  ],
);

export const dayChange = pgEnum("day_change", DAY_CHANGES);

/** Proposed by one person, decided by another: to close a day that does not add up by much, or to reopen one. */
export const dayChanges = pgTable(
  "day_changes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    day: day(),
    change: dayChange("change").notNull(),
    reason: text("reason").notNull(),
    /** What did not add up when it was proposed to close; empty to reopen. */
    differences: jsonb("differences").$type<Difference[]>().notNull(),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: timestamp("proposed_at", { withTimezone: true }).notNull(),
    expiresAt: expiresAt(),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
  },
  (t) => [uniqueIndex("day_changes_one_open").on(t.environment, t.day).where(sql`${t.decidedAt} is null`)],
);
