import { inArray, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { RowTerms } from "@/lib/batches/check-row";
import type { BatchFormat } from "@/lib/batches/read-file";
import {
  type Accepted,
  type FileProblems,
  NO_MARKS,
  type OverlapWarning,
  type RowFields,
  type RowMarks,
} from "@/lib/batches/row";
import { BATCH_STATES, PAUSE_REASONS, PENDING_STATES } from "@/lib/batches/state";
import type { Trailer, TrailersAccepted } from "@/lib/batches/trailers";
import type { Counted } from "@/lib/limits/rules";
import { DAY_MS } from "@/lib/time";
import { decision } from "./approvals";
import { columnMappings } from "./column-mappings";
import { environment } from "./columns";
import { payeeVersions } from "./payees";
import { transactions } from "./transactions";
import { users } from "./users";

export const batchState = pgEnum("batch_state", BATCH_STATES);
export const pauseReason = pgEnum("batch_pause_reason", PAUSE_REASONS);

/** What a batch pays of a currency, and the sum that the approval rules were compared with. */
export type BatchTotal = { currency: string; count: number; amount: string; counted: Counted };

/** One run of a file of payouts. The same file again opens it; paying the list again is the next run. */
export const batches = pgTable(
  "batches",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    name: text("name").notNull(),
    fileSha256: text("file_sha256").notNull(),
    encoding: text("encoding").notNull(),
    format: text("format").$type<BatchFormat>().notNull(),
    /** By which its columns were read, where the header is not ours. */
    mappingId: uuid("mapping_id").references(() => columnMappings.id),
    /** From 1. Below 0 once it is discarded: the next run of the file has its number, and so the same reference IDs. */
    run: integer("run").notNull(),
    /** Why the list is paid again; null for the first run of a file whose rows no other batch has paid. */
    runReason: text("run_reason"),
    /**
     * The run whose rows this one pays: its failed ones alone where `isRetry`. Of another file where that one's list is
     * paid again by the first run of this file. Null for any other first run.
     */
    follows: uuid("follows").references((): AnyPgColumn => batches.id),
    isRetry: boolean("is_retry").notNull().default(false),
    state: batchState("state").notNull(),
    /** Counts the changes of rows, so that nothing is requested that its requester did not see. */
    edits: integer("edits").notNull().default(0),
    /** Counts the requests. */
    revision: integer("revision").notNull().default(0),
    /** What approvals are bound to (lib/withdrawals/batch-root.ts); null in a draft. */
    root: text("root"),
    totals: jsonb("totals").$type<BatchTotal[]>(),
    /** What the file's trailers state beside its data; none where its format has none. */
    trailers: jsonb("trailers").$type<Trailer[]>().notNull().default([]),
    /** Why it is paid although they differ. */
    trailersAccepted: jsonb("trailers_accepted").$type<TrailersAccepted>(),
    approversNeeded: integer("approvers_needed"),
    approvalExpiresAt: timestamp("approval_expires_at", { withTimezone: true }),
    /** Until when the newest of its payees counts as new, where one did at the request, or at an approval since. */
    newPayeeUntil: timestamp("new_payee_until", { withTimezone: true }),
    uploadedBy: uuid("uploaded_by")
      .notNull()
      .references(() => users.id),
    uploadedAt: timestamp("uploaded_at", { withTimezone: true }).notNull(),
    requestedBy: uuid("requested_by").references(() => users.id),
    requestedAt: timestamp("requested_at", { withTimezone: true }),
    pauseReason: pauseReason("pause_reason"),
    /** Who paused it; null where the sender did itself. */
    pausedBy: uuid("paused_by").references(() => users.id),
    /** When sending began or went on: what happened before has been seen by a person. */
    sendingSince: timestamp("sending_since", { withTimezone: true }),
    /** A database that was lost may have sent rows of it until then; null where none can have. */
    possiblySentUntil: timestamp("possibly_sent_until", { withTimezone: true }),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    unique("batches_run").on(t.environment, t.fileSha256, t.run),
    index("batches_newest").on(t.environment, t.uploadedAt.desc().nullsFirst()),
  ],
);

/** Rows of it may still become orders. */
export const isPendingBatch = inArray(batches.state, [...PENDING_STATES]);

/** For so long a declined batch waits for a person: it has no button by which they are done with it. */
const DECLINED_FOR_MS = 7 * DAY_MS;

/**
 * A request that its requester has to correct or to give up: sent back, withdrawn or expired, or declined lately and not
 * paid again by a later run of the file. After a declined retry that run is made from an earlier one.
 */
export const cameBack = (now: Date) => {
  const since = new Date(now.getTime() - DECLINED_FOR_MS).toISOString();
  return sql`((${batches.state} = 'draft' and ${batches.revision} > 0)
    or (${batches.state} = 'declined' and ${batches.updatedAt} > ${since}::timestamptz and not exists (
      select from ${batches} later where later.environment = ${batches.environment}
        and later.file_sha256 = ${batches.fileSha256} and later.run > ${batches.run})))`;
};

/** It is to be paid, and is no order yet. In the words of its index. */
export const isWaitingRow = (t: Record<"transactionRow" | "replacedBy" | "digest", AnyPgColumn>) =>
  sql`(${t.transactionRow} is null and ${t.replacedBy} is null and ${t.digest} is not null)`;

/** A row of the file: as it came, as it is now, and the order that it became. */
export const batchRows = pgTable(
  "batch_rows",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id),
    line: integer("line").notNull(),
    raw: text("raw").notNull(),
    fields: jsonb("fields").$type<RowFields>().notNull(),
    marks: jsonb("marks").$type<RowMarks>().notNull().default(NO_MARKS),
    /** What the file has wrong, until a person has edited the field. */
    fileProblems: jsonb("file_problems").$type<FileProblems>().notNull().default({}),
    /** Field name to problem code; null where it can be sent. */
    problems: jsonb("problems").$type<Record<string, string>>(),
    warnings: jsonb("warnings").$type<OverlapWarning[]>().notNull().default([]),
    accepted: jsonb("accepted").$type<Accepted>(),
    excludedBy: uuid("excluded_by").references(() => users.id),
    excludedReason: text("excluded_reason"),
    /** What is sent; null while it has problems. */
    terms: jsonb("terms").$type<RowTerms>(),
    currency: text("currency"),
    amount: numeric("amount"),
    payeeKey: text("payee_key"),
    /** The payee of the book with this account and holder, and its version in force; null where there is none. */
    payeeId: uuid("payee_id"),
    payeeVersion: integer("payee_version"),
    /** Made of file, run and line (lib/transactions/submission/batch-reference.ts), so that a repeat can never make a second order. */
    referenceId: text("reference_id").notNull(),
    /** Of the terms, as the order will have it; null until it is requested. */
    digest: text("digest"),
    transactionRow: uuid("transaction_row")
      .unique()
      .references(() => transactions.id),
    /** When it became one. */
    orderedAt: timestamp("ordered_at", { withTimezone: true }),
    /** The order of an earlier run that came to nothing, in whose place this row is paid. */
    replaces: uuid("replaces").references(() => transactions.id),
    /** The order that has that one's place by now, or has this row's ID and was paid for another: this row is not sent. */
    replacedBy: text("replaced_by"),
  },
  (t) => [
    unique("batch_rows_line").on(t.batchId, t.line),
    foreignKey({
      name: "batch_rows_payee_version",
      columns: [t.payeeId, t.payeeVersion],
      foreignColumns: [payeeVersions.payeeId, payeeVersions.version],
    }),
    // What the sender reads for every row that it sends, however many there are.
    index("batch_rows_waiting").on(t.batchId, t.line).where(isWaitingRow(t)),
    index("batch_rows_ordered")
      .on(t.batchId, t.orderedAt.desc().nullsFirst(), t.line.desc().nullsFirst())
      .where(sql`${t.orderedAt} is not null`),
    index("batch_rows_by_payee").on(t.payeeKey).where(sql`${t.transactionRow} is null`),
    index("batch_rows_by_replaced").on(t.replaces).where(sql`${t.replaces} is not null`),
  ],
);

/** A decision about a batch by a user other than its requester, with the root that they saw. */
export const batchApprovals = pgTable(
  "batch_approvals",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id),
    decision: decision("decision").notNull(),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    digest: text("digest").notNull(),
    reason: text("reason"),
  },
  (t) => [unique("batch_approvals_one_each").on(t.batchId, t.digest, t.by)],
);

/** The one bucket from which all instances take the turns of rows. */
export const batchTurns = pgTable("batch_turns", {
  environment: environment("environment").primaryKey(),
  nextAt: timestamp("next_at", { withTimezone: true }).notNull(),
});
