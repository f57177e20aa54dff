import { date, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { people } from "./people";
import { environment } from "./shared";

/** A Tokyo day that somebody has closed: its figures as they were then. A trigger refuses to change or remove one. */
export const dailyCloses = pgTable(
  "daily_closes",
  {
    environment: environment("environment").notNull(),
    /** `2026-11-21`. */
    day: date("day", { mode: "string" }).notNull(),
    /** The figures as JSON, to the byte that was hashed. */
    document: text("document").notNull(),
    /** SHA-256 of the document, hexadecimal. The audit line of the close holds it, too. */
    hash: text("hash").notNull(),
    closedBy: uuid("closed_by")
      .notNull()
      .references(() => people.id),
    closedAt: timestamp("closed_at", { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.day] })],
);
