import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgEnum, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { FINDINGS } from "@/lib/backfill/state";
import type { Failure } from "@/lib/payments-api/failure";
import { environment } from "./columns";
import { users } from "./users";

export const finding = pgEnum("backfill_finding", FINDINGS);

/** A list of ids whose orders are asked of the service, so that orders made elsewhere are held here, too. */
export const backfillRuns = pgTable(
  "backfill_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    startedBy: uuid("started_by")
      .notNull()
      .references(() => users.id),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    rows: integer("rows").notNull(),
    /** Why the service last said nothing about an id; null where it always did, and once the run has ended. */
    failure: jsonb("failure").$type<Failure>(),
    /** When every row had its finding. */
    endedAt: timestamp("ended_at", { withTimezone: true }),
  },
  (t) => [
    index("backfill_runs_newest").on(t.environment, t.startedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("backfill_runs_open").on(t.environment).where(sql`${t.endedAt} is null`),
  ],
);

export const backfillRows = pgTable(
  "backfill_rows",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => backfillRuns.id),
    /** The line that it stood in, from 1. */
    line: integer("line").notNull(),
    /** As it was pasted, a referenceId or a transactionId. */
    given: text("given").notNull(),
    finding: finding("finding").notNull(),
    /** Of the order that was found. */
    referenceId: text("reference_id"),
    tries: integer("tries").notNull().default(0),
    /** When it is asked about next; null where it has its finding. */
    dueAt: timestamp("due_at", { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.line] }),
    index("backfill_rows_due").on(t.runId, t.dueAt, t.line).where(sql`${t.dueAt} is not null`),
  ],
);
