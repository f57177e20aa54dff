import "server-only";
import { and, asc, eq, inArray, notInArray, or } from "drizzle-orm";
import { batches, batchRows, isPendingBatch, isWaitingRow } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isNotFound } from "@/lib/payments-api/failure";
import { isFinal, STATUSES } from "@/lib/transactions/status/status";
import { SUBMISSIONS, wouldBeSent } from "@/lib/transactions/submission/submission";

/** Where the service knows more of an order than this database, or gave no answer. */
export type RestoreFinding = { referenceId: string; here: string | null } & (
  | { kind: "missing_here" | "not_sent_from_here" | "other_status"; there: string }
  | { kind: "no_answer" }
);

/** The rows with which each batch goes on: enough to see that it did. The sender asks about the others. */
const ROWS_OF_BATCH = 20;

/**
 * Asks the service about everything that is queued or in flight here, about the next rows of requested batches that are not
 * over, and about orders that are known to have been sent. It changes nothing, so it can be run before the console is started
 * on a restored database.
 */
export async function compareWithService(
  ctx: Ctx,
  { sent }: { sent: string[] },
): Promise<{ asked: number; findings: RestoreFinding[] }> {
  requirePermission(ctx, "transactions:check_status");
  const { environment, referenceId, submission, status } = transactions;
  const unsent = inArray(submission, SUBMISSIONS.filter(wouldBeSent));
  const inFlight = and(eq(submission, "accepted"), notInArray(status, STATUSES.filter(isFinal)));
  const mine = eq(environment, ctx.environment);
  const held = await ctx.db
    .select({ referenceId, submission, status })
    .from(transactions)
    .where(and(mine, or(unsent, inFlight, inArray(referenceId, sent))))
    .orderBy(referenceId);
  const ofOrders = held.map(({ submission, ...order }) => ({ ...order, here: order.status ?? submission }));
  const ofRows = (await nextRows(ctx)).map((id) => ({ referenceId: id, status: null, here: "row of a batch" }));
  const known = [...ofOrders, ...ofRows];
  const missing = sent.filter((id) => !known.some((order) => order.referenceId === id));
  const orders = [...known, ...missing.map((id) => ({ referenceId: id, status: null, here: null }))];

  const findings: RestoreFinding[] = [];
  for (const order of orders) {
    const { result } = await ctx.api.transaction(order.referenceId);
    const { here } = order;
    const about = { referenceId: order.referenceId, here };
    if (!result.ok) {
      if (!isNotFound(result.error)) findings.push({ ...about, kind: "no_answer" });
      continue;
    }
    const there = result.value.status;
    if (here === null) findings.push({ ...about, kind: "missing_here", there });
    else if (order.status === null) findings.push({ ...about, kind: "not_sent_from_here", there });
    else if (order.status !== there) findings.push({ ...about, kind: "other_status", there });
  }
  return { asked: orders.length, findings };
}

/** The IDs that the next rows of batches will have as orders. */
async function nextRows({ db, environment }: Ctx): Promise<string[]> {
  const mine = and(eq(batches.environment, environment), isPendingBatch);
  const open = await db.select({ id: batches.id }).from(batches).where(mine);
  const found = open.map(({ id }) =>
    db
      .select({ referenceId: batchRows.referenceId })
      .from(batchRows)
      .where(and(eq(batchRows.batchId, id), isWaitingRow(batchRows)))
      .orderBy(asc(batchRows.line))
      .limit(ROWS_OF_BATCH),
  );
  return (await Promise.all(found)).flat().map(({ referenceId }) => referenceId);
}
