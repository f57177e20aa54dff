import "server-only";
import { desc, inArray, type SQL, sql } from "drizzle-orm";
import { ledgerFiles, reconciliationExceptions, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { EXCEPTION_CLASSES } from "./classes";
import { isInForceOn, rangeOf } from "./conditions";
import type { DayReconciliation, OpenException, RunFigures } from "./schema";

/** A close names no more than these; the page of the run has all of them. */
const NAMED = 200;

type From = { db: Db | Tx; environment: Ctx["environment"] };

/**
 * What the run in force says of a day, with the open exceptions of both; null where no ledger was compared. Of several runs
 * that have the day, the one of the fewest days says it.
 */
export async function reconciliationOfDay({ db, environment }: From, day: string): Promise<DayReconciliation | null> {
  const [run] = await db
    .select()
    .from(reconciliationRuns)
    .where(isInForceOn({ environment }, day))
    .orderBy(sql`${reconciliationRuns.lastDay} - ${reconciliationRuns.firstDay}`, desc(reconciliationRuns.startedAt))
    .limit(1);
  if (!run?.figures || run.digest === null || run.endedAt === null) return null;
  const files = await db.select().from(ledgerFiles).where(inArray(ledgerFiles.id, run.fileIds));
  const inOrder = run.fileIds.flatMap((id) => files.find((file) => file.id === id) ?? []);
  const found = openOf(environment, day, { id: run.id, figures: run.figures, endedAt: run.endedAt });
  const ofDay = sql`${reconciliationExceptions.id} in (${found})`;
  const { firstDay, lastDay } = run;
  return {
    runId: run.id,
    ...(firstDay !== lastDay && { days: { first: firstDay, last: lastDay } }),
    name: inOrder.map(({ name }) => name).join(", "),
    sha256: inOrder.map(({ sha256 }) => sha256).join(", "),
    ...{ digest: run.digest, endedAt: run.endedAt.toISOString(), classes: run.figures.classes },
    open: await openExceptions(db, ofDay),
    openCount: await db.$count(reconciliationExceptions, ofDay),
    brokenRows: run.brokenRows,
  };
}

type Speaking = { id: string; figures: RunFigures; endedAt: Date };

/**
 * Open exceptions of the day: those that its own run has, and those that are of it. Of these, one that an earlier run with
 * the day found last is left out: the ledger of the day was corrected since.
 */
function openOf(environment: Ctx["environment"], day: string, run: Speaking): SQL {
  const { first, last } = rangeOf(run.figures, EXCEPTION_CLASSES);
  return sql`
    select o.id from reconciliation_exceptions o
    where o.environment = ${environment} and o.day = ${day} and o.state = 'open'
      and not exists (select from reconciliation_runs e
        where e.id = o.last_run and ${day} between e.first_day and e.last_day and e.ended_at < ${run.endedAt.toISOString()}::timestamptz)
    union all
    select o.id from reconciliation_rows r
      join reconciliation_exceptions o on o.environment = ${environment} and o.identity = r.identity and o.state = 'open'
    where r.run_id = ${run.id} and r.position between ${String(first)}::numeric and ${String(last)}::numeric`;
}

async function openExceptions(db: Db | Tx, ofDay: SQL): Promise<OpenException[]> {
  const e = reconciliationExceptions;
  const reference = sql`coalesce(t.reference_id, ${e.ledgerKey}, '')`;
  const { rows } = await db.execute<OpenException>(sql`
    select ${e.class}, ${reference} as reference, ${e.currency}, ${e.ledgerAmount}::text as ledger,
      ${e.serviceAmount}::text as service, u.name as owner, ${e.reason}
    from ${e} left join transactions t on t.id = ${e.orderId} left join users u on u.id = ${e.owner}
    where ${ofDay} order by ${e.class}, ${e.currency}, ${reference} collate "C", ${e.id} limit ${NAMED}`);
  return rows;
}
