import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { deliveries } from "./deliveries";
import { exchanges, outcome, verdict } from "./evidence";
import { registrations } from "./registrations";
import { source } from "./transactions";

/** A request to register, recorded before it leaves. Without an outcome it may still be on its way. */
export const registrationAttempts = pgTable(
  "registration_attempts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    registrationRow: uuid("registration_row")
      .notNull()
      .references(() => registrations.id),
    number: integer("number").notNull(),
    nonce: text("nonce").notNull(),
    /** The timestamp inside the signed body: the service refuses the request 5 minutes after it. */
    signedAt: timestamp("signed_at", { withTimezone: true }).notNull(),
    path: text("path").notNull(),
    /** The exact bytes that were signed and sent. */
    body: text("body").notNull(),
    claimedAt: timestamp("claimed_at", { withTimezone: true }).notNull(),
    outcome: outcome("outcome"),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    exchangeId: uuid("exchange_id").references(() => exchanges.id),
    /** When the body was removed, after the time that raw data is kept. */
    rawRemovedAt: timestamp("raw_removed_at", { withTimezone: true }),
  },
  (t) => [
    index("registration_attempts_raw").on(t.claimedAt).where(sql`${t.rawRemovedAt} is null`),
    unique("registration_attempts_number").on(t.registrationRow, t.number),
    index("registration_attempts_open").on(t.claimedAt).where(sql`${t.outcome} is null`),
  ],
);

/** Every word about a registration that reached us, by whichever way, and what we made of it. */
export const registrationReports = pgTable(
  "registration_reports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    registrationRow: uuid("registration_row")
      .notNull()
      .references(() => registrations.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    source: source("source").notNull(),
    status: text("status").notNull(),
    verdict: verdict("verdict").notNull(),
    exchangeId: uuid("exchange_id").references(() => exchanges.id),
    deliveryId: uuid("delivery_id").references(() => deliveries.id),
  },
  (t) => [index("registration_reports_by_registration").on(t.registrationRow, t.at)],
);
