import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { CLASSES } from "@/lib/reconciliation/classes";
import type { LineProblem } from "@/lib/reconciliation/ledger-row";
import type { RunFigures } from "@/lib/reconciliation/schema";
import { EXCEPTION_STATES, type Reason, type RowMark, RUN_STATES, type RunFailure } from "@/lib/reconciliation/state";
import { columnMappings } from "./column-mappings";
import { bytea, environment } from "./columns";
import { users } from "./users";

export const reconciliationClass = pgEnum("reconciliation_class", CLASSES);
export const reconciliationState = pgEnum("reconciliation_state", RUN_STATES);
export const exceptionState = pgEnum("exception_state", EXCEPTION_STATES);

/** Compared with the IDs of orders, which are compared byte by byte. */
const id = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** A ledger of the merchant as it came. Its parts are uploaded one after another; it is whole when it has a hash. */
export const ledgerFiles = pgTable("ledger_files", {
  /** Made by the browser, so that a part that is sent again is the same part. */
  id: uuid("id").primaryKey(),
  environment: environment("environment").notNull(),
  name: text("name").notNull(),
  uploadedBy: uuid("uploaded_by")
    .notNull()
    .references(() => users.id),
  uploadedAt: at("uploaded_at").notNull(),
  sha256: text("sha256"),
  bytes: bigint("bytes", { mode: "number" }),
  encoding: text("encoding"),
  /** When its content was removed, and its lines were cleared of theirs. */
  rawRemovedAt: at("raw_removed_at"),
});

export const ledgerFileParts = pgTable(
  "ledger_file_parts",
  {
    fileId: uuid("file_id")
      .notNull()
      .references(() => ledgerFiles.id),
    part: integer("part").notNull(),
    content: bytea("content").notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.part] })],
);

/** A ledger compared with the orders of some Tokyo days. One of the same days, started later, supersedes it; it stays on record. */
export const reconciliationRuns = pgTable(
  "reconciliation_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    /** Both ends included. */
    firstDay: date("first_day", { mode: "string" }).notNull(),
    lastDay: date("last_day", { mode: "string" }).notNull(),
    fileIds: uuid("file_ids").array().notNull(),
    mappingId: uuid("mapping_id")
      .notNull()
      .references(() => columnMappings.id),
    state: reconciliationState("state").notNull().default("importing"),
    failure: text("failure").$type<RunFailure>(),
    startedBy: uuid("started_by")
      .notNull()
      .references(() => users.id),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    bytesRead: bigint("bytes_read", { mode: "number" }).notNull().default(0),
    rows: integer("rows").notNull().default(0),
    brokenRows: integer("broken_rows").notNull().default(0),
    supersededBy: uuid("superseded_by").references((): AnyPgColumn => reconciliationRuns.id),
    figures: jsonb("figures").$type<RunFigures>(),
    /** SHA-256 of all rows without their places in the file: the same ledger in another order has the same. */
    digest: text("digest"),
  },
  (t) => [
    index("reconciliation_runs_newest").on(t.environment, t.startedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("reconciliation_runs_open").on(t.environment).where(sql`${t.state} in ('importing', 'matching')`),
    uniqueIndex("reconciliation_runs_in_force")
      .on(t.environment, t.firstDay, t.lastDay)
      .where(sql`${t.state} = 'done' and ${t.supersededBy} is null`),
  ],
);

/** A line of the ledgers of a run. No foreign key: checking one for each of a million lines takes seconds. */
export const ledgerRows = pgTable(
  "ledger_rows",
  {
    runId: uuid("run_id").notNull(),
    /** Which of the run's files, from 0, and its line there, from 1. */
    file: smallint("file").notNull(),
    line: integer("line").notNull(),
    raw: text("raw").notNull(),
    transactionId: id("transaction_id"),
    referenceId: id("reference_id"),
    playerId: text("player_id"),
    type: text("type"),
    currency: text("currency"),
    amount: numeric("amount"),
    isBooked: boolean("is_booked").notNull(),
    bookedAt: at("booked_at"),
    /** Null for a line that was compared. */
    problems: jsonb("problems").$type<LineProblem[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.file, t.line] }),
    index("ledger_rows_broken").on(t.runId, t.file, t.line).where(sql`${t.problems} is not null`),
  ],
);

/** A line of the result: a ledger row, an order, or both. They are written in one transaction, and never changed. */
export const reconciliationRows = pgTable(
  "reconciliation_rows",
  {
    runId: uuid("run_id").notNull(),
    /** From 1, in the order of the classes: each class is one range of it. */
    position: numeric("position").notNull(),
    class: reconciliationClass("class").notNull(),
    currency: text("currency").notNull(),
    /** What the ledger counts as moved; null where it counts nothing. */
    ledgerAmount: numeric("ledger_amount"),
    /** What the service has completed of the same type and currency; null where it has not. */
    serviceAmount: numeric("service_amount"),
    mark: text("mark").$type<RowMark>(),
    file: smallint("file"),
    line: integer("line"),
    orderId: uuid("order_id"),
    /** Names the exception that it is; null for rows that agree. */
    identity: text("identity"),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.position] }),
    // What a run left for the next ledger, and what a ledger has booked of an order.
    index("reconciliation_rows_left")
      .on(t.runId)
      .where(sql`${t.class} = 'across_cutoff' and ${t.ledgerAmount} is null`),
    index("reconciliation_rows_booked")
      .on(t.orderId)
      .where(sql`${t.ledgerAmount} is not null and ${t.orderId} is not null`),
  ],
);

/** A difference that a person has to explain. It is one over all runs that find it, and stays open until it matches. */
export const reconciliationExceptions = pgTable(
  "reconciliation_exceptions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    identity: text("identity").notNull(),
    class: reconciliationClass("class").notNull(),
    currency: text("currency").notNull(),
    ledgerAmount: numeric("ledger_amount"),
    serviceAmount: numeric("service_amount"),
    orderId: uuid("order_id"),
    /** The ID by which the ledger names it, where the service's side is missing. */
    ledgerKey: id("ledger_key"),
    /** The day of its order, else of its line, of those of the run that found it first; where neither is one of them, the first. */
    day: date("day", { mode: "string" }).notNull(),
    firstRun: uuid("first_run").notNull(),
    lastRun: uuid("last_run").notNull(),
    openedAt: at("opened_at").notNull(),
    owner: uuid("owner").references(() => users.id),
    reason: text("reason").$type<Reason>(),
    note: text("note"),
    state: exceptionState("state").notNull().default("open"),
    endedAt: at("ended_at"),
    /** The run in which it matched, or that superseded its own. */
    endedRun: uuid("ended_run"),
    closedBy: uuid("closed_by").references(() => users.id),
    closeReason: text("close_reason"),
  },
  (t) => [
    uniqueIndex("reconciliation_exceptions_open").on(t.environment, t.identity).where(sql`${t.state} = 'open'`),
    index("reconciliation_exceptions_by_identity").on(t.environment, t.identity, t.openedAt),
    index("reconciliation_exceptions_by_day").on(t.environment, t.day).where(sql`${t.state} = 'open'`),
  ],
);

/** What people did about an exception. A trigger refuses changes and deletes. */
export const exceptionEvents = pgTable(
  "exception_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    exceptionId: uuid("exception_id")
      .notNull()
      .references(() => reconciliationExceptions.id),
    at: at("at").notNull(),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    kind: text("kind").$type<"assigned" | "explained" | "asked" | "close_proposed" | "closed">().notNull(),
    detail: jsonb("detail").$type<Record<string, string | null>>().notNull().default({}),
  },
  (t) => [index("exception_events_of").on(t.exceptionId, t.id)],
);
