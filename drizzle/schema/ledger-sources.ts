import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, pgEnum, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import type { LedgerMapping } from "@/lib/reconciliation/ledger-mapping";
import { SOURCE_RUN_STATES, type SourceFailure, type SourceTrigger } from "@/lib/reconciliation/ledger-source/state";
import { environment } from "./columns";
import { ledgerFiles, reconciliationRuns } from "./reconciliation";
import { users } from "./users";

export const sourceRunState = pgEnum("source_run_state", SOURCE_RUN_STATES);

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The query that reads the merchant's ledger from its own database. A change is a new version; a trigger refuses others. */
export const ledgerSources = pgTable(
  "ledger_sources",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    version: integer("version").notNull(),
    query: text("query").notNull(),
    /** The columns that it had when it was saved, and how they are read. */
    header: jsonb("header").$type<string[]>().notNull(),
    mapping: jsonb("mapping").$type<LedgerMapping>().notNull(),
    /** The time of day in Tokyo, as `06:00`, at which the day before is read; null: never without a person. */
    runAt: text("run_at"),
    savedBy: uuid("saved_by")
      .notNull()
      .references(() => users.id),
    savedAt: at("saved_at").notNull(),
  },
  (t) => [unique("ledger_sources_version").on(t.environment, t.version)],
);

/** One reading of the merchant's database. Its rows are there as a whole ledger file, or not at all. */
export const ledgerSourceRuns = pgTable(
  "ledger_source_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    sourceId: uuid("source_id")
      .notNull()
      .references(() => ledgerSources.id),
    firstDay: date("first_day", { mode: "string" }).notNull(),
    lastDay: date("last_day", { mode: "string" }).notNull(),
    trigger: text("trigger").$type<SourceTrigger>().notNull(),
    startedBy: uuid("started_by").references(() => users.id),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
    state: sourceRunState("state").notNull().default("running"),
    failure: text("failure").$type<SourceFailure>(),
    /** What the other database said; never an address or a password. */
    message: text("message"),
    rows: integer("rows").notNull().default(0),
    fileId: uuid("file_id").references(() => ledgerFiles.id),
    runId: uuid("run_id").references(() => reconciliationRuns.id),
  },
  (t) => [
    index("ledger_source_runs_newest").on(t.environment, t.startedAt.desc().nullsFirst()),
    index("ledger_source_runs_open").on(t.environment).where(sql`${t.state} = 'running'`),
    index("ledger_source_runs_of").on(t.runId),
  ],
);
