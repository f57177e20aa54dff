import { date, foreignKey, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { environment } from "./columns";
import { users } from "./users";

/** `2026-11-21`. */
const day = () => date("day", { mode: "string" }).notNull();

/**
 * A closed Tokyo day: its figures at the time of the close. A reopened day is closed again under the next version. A
 * trigger refuses changes and deletes.
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
