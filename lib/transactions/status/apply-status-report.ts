import "server-only";
import { and, eq, type SQL } from "drizzle-orm";
import { reports } from "@/drizzle/schema/evidence";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { lockNamed } from "@/lib/db/locks";
import { traceOrder } from "@/lib/telemetry/order-trace";
import { addDiscrepancies, isDuplicate, recordDiscrepancy } from "@/lib/transactions/discrepancies/record";
import { isFoundMoved } from "@/lib/transactions/discrepancies/resolution";
import { recordedResolution } from "@/lib/transactions/discrepancies/resolve";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { hasNotLeft, isNotToExist, isPossiblySent } from "@/lib/transactions/submission/submission";
import { learned } from "./learned";
import { endedUnpaid, isClosedByOperations, isFinal, isHint, isPaid } from "./status";
import { applyReport, type Discrepancy, type Held, type Report, type ReportOutcome } from "./status-report";

type Evidence = { exchangeId?: string; deliveryId?: string };

/**
 * The only function that changes a status. Callbacks, queries and create answers all end here: it reads under lock,
 * decides without side effects, and writes the change with its audit line, so that a report that arrives twice counts
 * once.
 */
export async function applyStatusReport(
  tx: Tx,
  ctx: Ctx,
  transactionRow: string,
  report: Report,
  evidence: Evidence,
): Promise<ReportOutcome> {
  const mine = eq(transactions.id, transactionRow);
  const [row] = await tx.select().from(transactions).where(mine).for("update");
  if (!row) throw new Error(`no order ${transactionRow}`);

  // Needed only for a proven closing: hints may come in thousands.
  const proven = !isHint(report.source, report.status);
  const closes = isClosedByOperations(report.status) && proven;
  const hintedPaid = closes && (await hasHintOfPaid(tx, transactionRow));
  const isIdOfAnother = proven && row.transactionId === null && (await anotherHasId(tx, row, report));
  const judgement = applyReport({ ...row, hintedPaid, isIdOfAnother } satisfies Held, report);
  const { verdict, discrepancies, disagreements } = judgement;
  const at = ctx.now();
  const { source, status } = report;
  traceOrder(row.referenceId, "status report", {
    ...{ "choba.source": source, "choba.status": status, "choba.verdict": verdict },
  });
  const times = { serviceCreatedAt: report.createdAt ?? null, serviceUpdatedAt: report.updatedAt ?? null };
  await tx.insert(reports).values({ transactionRow, at, source, status, verdict, ...times, ...evidence });

  const believed = verdict === "moved" || verdict === "same";
  // It was rejected or recorded as not created, and may have been reissued: two payments for one intent need a user
  // immediately.
  const resurfaced = believed && isNotToExist(row.submission);
  // It had ended unpaid and was replaced, and is now reported as paid, believed or not.
  const paidAfterAll = isPaid(status) && endedUnpaid(row.status) && (verdict === "moved" || verdict === "conflict");
  const isReplaced = (resurfaced || paidAfterAll) && (await stopReplacement(tx, ctx, row));
  const doubles =
    resurfaced || (paidAfterAll && isReplaced) ? [TURNED_UP] : await paidBeside(tx, row, judgement, report);
  const disproved = verdict === "moved" ? await contradictedFinding(tx, row, report) : [];
  const mark = await addDiscrepancies(tx, ctx, row, [...discrepancies, ...doubles, ...disproved]);
  const isNews = mark !== null;
  // A hint adds a report and nothing else. A row of this table is in a dozen indexes. In one statement: each makes an
  // event for other systems, and the status without its discrepancy never was.
  if (believed || isNews) {
    await tx
      .update(transactions)
      .set({
        ...(believed && learned(row, report, verdict, at)),
        ...mark,
        updatedAt: at,
      })
      .where(mine);
  }

  if (verdict === "moved" || isNews) {
    const action = isNews ? "discrepancy.recorded" : "transaction.status_changed";
    const detail = { held: row.status, reported: status, source, ...(discrepancies.length > 0 && { disagreements }) };
    await record(tx, ctx, { action, subject: row.referenceId, detail });
  }
  if (judgement.mustAsk) await scheduleNextPoll(tx, ctx, transactionRow, "now");
  return judgement;
}

const TURNED_UP: Discrepancy = { kind: "double", said: "turned up" };

/**
 * The create answer itself proves that an order exists which was recorded as not created. Stops its replacement, and
 * returns the mark that the caller writes with the new state: a later report sees an accepted order like any other.
 */
export async function markCreatedAfterAll(tx: Tx, ctx: Ctx, row: Order, report: Pick<Report, "source" | "status">) {
  await stopReplacement(tx, ctx, row);
  const mark = await addDiscrepancies(tx, ctx, row, [TURNED_UP]);
  const detail = { held: row.status, reported: report.status, source: report.source };
  if (mark) await record(tx, ctx, { action: "discrepancy.recorded", subject: row.referenceId, detail });
  return mark;
}

/** One of two orders for one intent is paid: an earlier resolution must be reviewed. */
async function paidBeside(tx: Tx, { id, discrepancyAt }: Order, { verdict }: ReportOutcome, { status }: Report) {
  const isNowPaid = verdict === "moved" && isPaid(status) && discrepancyAt !== null;
  const doubles: Discrepancy[] = isNowPaid && (await isDuplicate(tx, id)) ? [{ kind: "double", said: status }] : [];
  return doubles;
}

/**
 * The order ended otherwise than a user has found. News of its own, once for each resolution: a hint, which can be forged,
 * may have said the same before.
 */
async function contradictedFinding(tx: Tx, order: Order, { status }: Report): Promise<Discrepancy[]> {
  const { id, resolvedAt } = order;
  if (resolvedAt === null || !isFinal(status)) return [];
  const finding = await recordedResolution(tx, id);
  if (finding === null || isFoundMoved(finding) === isPaid(status)) return [];
  // Of two orders, one moved the money, and this may be the other.
  if (finding === "moved_once" && (await isDuplicate(tx, id)) && (await anotherMayMove(tx, order))) return [];
  return [{ kind: "reports", said: `${status} after ${finding} at ${resolvedAt.toISOString()}` }];
}

/** Another order for the same payment has moved the money, or may. */
async function anotherMayMove(tx: Tx, order: Order): Promise<boolean> {
  const first = await firstOf(tx, order);
  // Of two that end in the same moment, the second one sees the first.
  await lockNamed(tx, `ending of ${first}`);
  const others = (await chainFrom(tx, eq(transactions.id, first))).filter(({ id }) => id !== order.id);
  for (const one of others) {
    const mayMove = !endedUnpaid(one.status) && (!isNotToExist(one.submission) || isPossiblySent(one));
    if (mayMove && !(await isFoundUnmoved(tx, one))) return true;
  }
  return false;
}

/** A user found that it moved no money, and there is no news since. */
async function isFoundUnmoved(tx: Tx, { id, resolvedAt }: Order): Promise<boolean> {
  const finding = resolvedAt === null ? null : await recordedResolution(tx, id);
  return finding !== null && !isFoundMoved(finding);
}

async function firstOf(tx: Tx, { id, replaces }: Order): Promise<string> {
  if (replaces === null) return id;
  const [earlier] = await tx.select().from(transactions).where(eq(transactions.id, replaces));
  return earlier ? firstOf(tx, earlier) : id;
}

/** An order and its replacements. */
export async function chainFrom(db: Db | Tx, one: SQL): Promise<Order[]> {
  const [order] = await db.select().from(transactions).where(one);
  return order ? [order, ...(await chainFrom(db, eq(transactions.replaces, order.id)))] : [];
}

/** One transaction ID is of one order. Of two reports that state it at the same time, the second one sees the first. */
async function anotherHasId(tx: Tx, { environment }: Order, { transactionId }: Report): Promise<boolean> {
  if (transactionId == null) return false;
  await lockNamed(tx, `transaction id ${environment} ${transactionId}`);
  const named = and(eq(transactions.environment, environment), eq(transactions.transactionId, transactionId));
  return (await tx.$count(transactions, named)) > 0;
}

async function hasHintOfPaid(tx: Tx, transactionRow: string): Promise<boolean> {
  const isHint = and(eq(reports.transactionRow, transactionRow), eq(reports.verdict, "hint"));
  const hints = await tx.selectDistinct({ status: reports.status }).from(reports).where(isHint);
  return hints.some(({ status }) => isPaid(status));
}

/**
 * The replacements of an order that was found after all: stopped if not submitted yet, and flagged in any case, each with
 * the order that was found. False if there is none.
 */
export async function stopReplacement(
  tx: Tx,
  ctx: Ctx,
  replaced: Order,
  found: string = replaced.referenceId,
): Promise<boolean> {
  const [newer] = await tx.select().from(transactions).where(eq(transactions.replaces, replaced.id)).for("update");
  if (!newer) return false;
  const isStopped = hasNotLeft(newer.submission);
  const stopped = isStopped ? { submission: "stopped" as const } : {};
  await tx
    .update(transactions)
    .set({ ...stopped, updatedAt: ctx.now() })
    .where(eq(transactions.id, newer.id));
  // A lost database may have sent it as well.
  if (isStopped) await scheduleNextPoll(tx, ctx, newer.id, "in_a_while");
  const isNews = await recordDiscrepancy(tx, ctx, newer, [{ kind: "double", said: `${found} turned up` }]);
  if (isStopped || isNews) {
    await record(tx, ctx, { action: "discrepancy.duplicate_found", subject: newer.referenceId, detail: stopped });
  }
  await stopReplacement(tx, ctx, newer, found);
  return true;
}
