import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { columnMappings } from "@/drizzle/schema/column-mappings";
import { ledgerRows, reconciliationRows, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import type { LedgerMapping } from "./ledger-mapping";

/*
 * What runs of other days say of an order. All of it is scalar subqueries: the statement that asks may plan no nested
 * loops, and a join would read the rows of all runs.
 */

type Run = { firstDay: string; lastDay: string };

const ORDERED = sql`t.amount`;
const MOVED = sql`coalesce(t.actual_amount, t.net_amount, t.amount + case t.type when 'WITHDRAW' then 1 else -1 end * coalesce(t.fee, 0))`;

/** What the ledger's amount is compared with; `t` is the order. */
export const amountBy = (basis: LedgerMapping["basis"]): SQL => (basis === "ordered" ? ORDERED : MOVED);

/** What the ledger's amount was compared with in another run; `t` is the order. */
export const amountByRun = (runId: SQL): SQL => sql`case (select m.mapping ->> 'basis' from ${columnMappings} m
    where m.id = (select read.mapping_id from ${reconciliationRuns} read where read.id = ${runId}))
  when 'moved' then ${MOVED} else ${ORDERED} end`;

/** Whether an order, `t`, is by now what a booked row of another run says of it. */
export const isAsBooked = (row: SQL): SQL =>
  sql`((${row}.mark is null or ${row}.mark not in ('type', 'currency')) and ${row}.ledger_amount = ${amountByRun(sql`${row}.run_id`)})`;

/** Runs whose result counts, of other days. */
const inForceBeside = (environment: SQL, run: Run, more: SQL = sql`true`): SQL => sql`array(
  select other.id from ${reconciliationRuns} other
  where other.environment = ${environment} and other.state = 'done' and other.superseded_by is null and ${more}
    and not (other.first_day = ${run.firstDay}::date and other.last_day = ${run.lastDay}::date))`;

/** Orders that the day before left for the next ledger: without a row, or with one that was not booked. */
export const carriedOver = (environment: SQL, run: Run): SQL => sql`
  select x.order_id from ${reconciliationRows} x where x.class = 'across_cutoff' and x.ledger_amount is null
    and x.run_id = any(${inForceBeside(environment, run, sql`other.last_day = ${run.firstDay}::date - 1`)})`;

/** Whether the ledger for which this run would leave an order was compared already, so that no run would look at it. */
export const isNextDone = (environment: SQL, run: Run): SQL =>
  sql`(select cardinality(${inForceBeside(environment, run, sql`other.first_day = ${run.lastDay}::date + 1`)}) > 0)`;

/** Rows, `x`, of other runs that have the order; `line` is what has to hold of their lines. */
const rowsBeside = (environment: SQL, run: Run, order: SQL, line: SQL): SQL => sql`${reconciliationRows} x
  where x.order_id = ${order} and x.ledger_amount is not null
    -- As a test that no index knows: the planner would read all rows of the runs by it, for each order.
    and (x.run_id = any(${inForceBeside(environment, run)})) is true
    -- A row that is not booked may show the amount of another run.
    and (select b.is_booked and ${line} from ${ledgerRows} b where b.run_id = x.run_id and b.file = x.file and b.line = x.line)`;

/** Whether another ledger has booked the order at another time. The same time is the same row, in the files of two runs. */
export const isBookedBefore = (environment: SQL, run: Run, order: SQL, bookedAt: SQL): SQL =>
  sql`coalesce((select true from ${rowsBeside(environment, run, order, sql`b.booked_at <> ${bookedAt}`)} limit 1), false)`;

/**
 * The row of another run whose ledger has booked the order, on another day than the service completed it. Where two runs of
 * one day contradict each other, the one that has it matched is no answer to the other, unless `isAny`.
 */
export const bookedElsewhere = (environment: SQL, run: Run, order: SQL, isAny: SQL): SQL => sql`(
  select x from ${rowsBeside(environment, run, order, sql`true`)} and (x.class <> 'matched' or ${isAny})
  order by x.class = 'credited_not_completed', (select ${isAsBooked(sql`x`)} from ${transactions} t where t.id = x.order_id) desc,
    x.run_id limit 1)`;
