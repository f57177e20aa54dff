import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { ledgerFiles, reconciliationExceptions, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { isInForce } from "./conditions";
import type { DayReconciliation, OpenException } from "./schema";

/** A close names no more than these; the page of the run has all of them. */
const NAMED = 200;

type From = { db: Db | Tx; environment: Ctx["environment"] };

/** What the run in force says of a day, with the exceptions of the day that are open; null where no ledger was compared. */
export async function reconciliationOfDay({ db, environment }: From, day: string): Promise<DayReconciliation | null> {
  const [run] = await db
    .select()
    .from(reconciliationRuns)
    .where(isInForce({ environment }, day, day));
  if (!run?.figures || run.digest === null || run.endedAt === null) return null;
  const files = await db.select().from(ledgerFiles).where(inArray(ledgerFiles.id, run.fileIds));
  const inOrder = run.fileIds.flatMap((id) => files.find((file) => file.id === id) ?? []);
  const ofDay = and(
    ...[eq(reconciliationExceptions.environment, environment), eq(reconciliationExceptions.day, day)],
    eq(reconciliationExceptions.state, "open"),
  );
  return {
    runId: run.id,
    name: inOrder.map(({ name }) => name).join(", "),
    sha256: inOrder.map(({ sha256 }) => sha256).join(", "),
    ...{ digest: run.digest, endedAt: run.endedAt.toISOString(), classes: run.figures.classes },
    open: await openExceptions(db, environment, day),
    openCount: await db.$count(reconciliationExceptions, ofDay),
    brokenRows: run.brokenRows,
  };
}

async function openExceptions(db: Db | Tx, environment: Ctx["environment"], day: string): Promise<OpenException[]> {
  const { rows } = await db.execute<OpenException>(sql`
    select e.class, coalesce(t.reference_id, e.ledger_key, '') as reference, e.currency, e.ledger_amount::text as ledger,
      e.service_amount::text as service, u.name as owner, e.reason
    from reconciliation_exceptions e left join transactions t on t.id = e.order_id left join users u on u.id = e.owner
    where e.environment = ${environment} and e.day = ${day} and e.state = 'open'
    order by e.class, e.currency, coalesce(t.reference_id, e.ledger_key, '') collate "C", e.id limit ${NAMED}`);
  return rows;
}
