import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Failure } from "@/lib/payments-api/failure";
import { PURPOSES } from "@/lib/transactions/non-creation/rules";
import { VERDICTS } from "@/lib/transactions/status/status-report";
import { OUTCOMES } from "@/lib/transactions/submission/submission";
import { environment } from "./columns";
import { deliveries } from "./deliveries";
import { registrations } from "./registrations";
import { source, transactions } from "./transactions";

export const outcome = pgEnum("attempt_outcome", OUTCOMES);
export const verdict = pgEnum("report_verdict", VERDICTS);

export const purpose = pgEnum("exchange_purpose", PURPOSES);

/** What went over the wire when we called the service, word for word. Never holds a key or a signature. */
export const exchanges = pgTable(
  "exchanges",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    transactionRow: uuid("transaction_row").references(() => transactions.id),
    /** Or the registration of a player that it was about. */
    registrationRow: uuid("registration_row").references(() => registrations.id),
    /** A control asks about another order, to prove that a status check could have found this one. */
    purpose: purpose("purpose").notNull(),
    path: text("path").notNull(),
    requestBody: text("request_body").notNull(),
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
    answeredAt: timestamp("answered_at", { withTimezone: true }),
    httpStatus: integer("http_status"),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    body: text("body"),
    /** The service's own clock, from the `Date` header. */
    serviceTime: timestamp("service_time", { withTimezone: true }),
    /** What our monotonic clock showed, and whose: each process has its own. Null where it proves nothing. */
    clockProcess: text("clock_process"),
    clockMs: doublePrecision("clock_ms"),
    /** How we read it; null where it was a success. */
    failure: jsonb("failure").$type<Failure>(),
    /** When request, headers and answer were removed, after the time that raw data is kept. */
    rawRemovedAt: timestamp("raw_removed_at", { withTimezone: true }),
  },
  (t) => [
    index("exchanges_by_transaction").on(t.transactionRow, t.sentAt),
    index("exchanges_raw").on(t.sentAt).where(sql`${t.rawRemovedAt} is null`),
    index("exchanges_by_registration").on(t.registrationRow, t.sentAt),
  ],
);

/** A create request, recorded before it leaves. Without an outcome it may still be on its way. */
export const attempts = pgTable(
  "attempts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
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
    unique("attempts_number").on(t.transactionRow, t.number),
    index("attempts_raw").on(t.claimedAt).where(sql`${t.rawRemovedAt} is null`),
    index("attempts_open").on(t.claimedAt).where(sql`${t.outcome} is null`),
    index("attempts_unknown").on(t.endedAt).where(sql`${t.outcome} = 'unknown'`),
  ],
);

/** A report by which an order came to an end. Said in the same words as by its index. */
export const isFinalReport = (t: Record<"verdict" | "status", AnyPgColumn>) =>
  sql`(${t.verdict} = 'moved' and ${t.status} in ('COMPLETED', 'FAILED', 'CANCELLED', 'RESOLVED'))`;

/** Every word about an order that reached us, by whichever way, and what we made of it. */
export const reports = pgTable(
  "reports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    source: source("source").notNull(),
    status: text("status").notNull(),
    verdict: verdict("verdict").notNull(),
    /** What the answer said of the order's times, where it could be read; the raw text does not stay. */
    serviceCreatedAt: timestamp("service_created_at", { withTimezone: true }),
    serviceUpdatedAt: timestamp("service_updated_at", { withTimezone: true }),
    exchangeId: uuid("exchange_id").references(() => exchanges.id),
    deliveryId: uuid("delivery_id").references(() => deliveries.id),
  },
  (t) => [
    index("reports_by_transaction").on(t.transactionRow, t.at),
    index("reports_final").on(t.at).where(isFinalReport(t)),
  ],
);
