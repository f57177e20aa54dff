import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { environment } from "./columns";

/** Whether the service is asked by ourselves just now, for all instances alike. No row: all is well. */
export const circuitBreakers = pgTable("circuit_breakers", {
  environment: environment("environment").primaryKey(),
  failures: integer("failures").notNull(),
  trips: integer("trips").notNull(),
  openUntil: timestamp("open_until", { withTimezone: true }),
});

/** Leases of concurrent polls: a fixed number of slots per environment, shared by all instances. */
export const pollingLeases = pgTable(
  "polling_leases",
  {
    environment: environment("environment").notNull(),
    slot: integer("slot").notNull(),
    /** A slot whose holder died is free again after this. */
    heldUntil: timestamp("held_until", { withTimezone: true }).notNull(),
    /** Random, so that a process that returns late does not release another's lease. */
    holder: text("holder").notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.slot] })],
);
