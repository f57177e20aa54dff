import "server-only";
import { and, eq } from "drizzle-orm";
import { reports } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { type Held, type Judgement, judge, type Report } from "./report";
import { isPaid, provesAsMuch } from "./state";
import { afterFound, hasNotLeft, isNotCreated } from "./submission";

type Evidence = { exchangeId?: string; deliveryId?: string };

/**
 * The one way a status changes. Callbacks, queries and create answers all end here: read under lock, decide purely,
 * write and audit together, so that the same report arriving by two doors counts once.
 */
export async function recordReport(
  tx: Tx,
  ctx: Ctx,
  transactionRow: string,
  report: Report,
  evidence: Evidence,
): Promise<Judgement> {
  const mine = eq(transactions.id, transactionRow);
  const [row] = await tx.select().from(transactions).where(mine).for("update");
  if (!row) throw new Error(`no order ${transactionRow}`);

  const judgement = judge({ ...row, hintedPaid: await hasHintOfPaid(tx, transactionRow) } satisfies Held, report);
  const { verdict, conflict, disagreements } = judgement;
  const at = ctx.now();
  const { source, status } = report;
  await tx.insert(reports).values({ transactionRow, at, source, status, verdict, ...evidence });

  const believed = verdict === "moved" || verdict === "same";
  // It was given up for lost, and perhaps sent again: two payments for one intent must reach a person at once.
  const resurfaced = believed && isNotCreated(row.submission);
  if (resurfaced) await stopReplacement(tx, ctx, transactionRow);
  await tx
    .update(transactions)
    .set({
      ...(believed && learned(row, report)),
      ...(verdict === "moved" && { status, statusSource: source, statusAt: at, asks: 0 }),
      // The same status from as good a source is fresher evidence for what we already say.
      ...(verdict === "same" &&
        row.status === status &&
        provesAsMuch(source, row.statusSource) && { statusSource: source, statusAt: at }),
      ...((conflict || resurfaced) && {
        conflictAt: row.conflictAt ?? at,
        conflictKind: row.conflictKind ?? (conflict ? "reports" : "double"),
      }),
      updatedAt: at,
    })
    .where(mine);

  if (verdict === "moved" || conflict) {
    const action = conflict || resurfaced ? "transaction.conflict" : "transaction.moved";
    const detail = { held: row.status, reported: status, source, ...(conflict && { disagreements }) };
    await record(tx, ctx, { action, subject: row.referenceId, detail });
  }
  return judgement;
}

/** What a believed report adds. It never takes away: a field may vanish from the answers any day. */
function learned(row: typeof transactions.$inferSelect, report: Report) {
  return {
    transactionId: row.transactionId ?? report.transactionId ?? null,
    fee: row.fee ?? report.fee ?? null,
    netAmount: row.netAmount ?? report.netAmount ?? null,
    actualAmount: row.actualAmount ?? report.actualAmount ?? null,
    playerId: row.playerId ?? report.playerId ?? null,
    method: row.method ?? report.method ?? null,
    submission: afterFound(row.submission),
  };
}

async function hasHintOfPaid(tx: Tx, transactionRow: string): Promise<boolean> {
  const hints = await tx
    .select({ status: reports.status })
    .from(reports)
    .where(and(eq(reports.transactionRow, transactionRow), eq(reports.verdict, "hint")));
  return hints.some(({ status }) => isPaid(status));
}

/** The order that was made in place of one that turned up: stopped where it has not left yet, and flagged anyhow. */
async function stopReplacement(tx: Tx, ctx: Ctx, replaced: string): Promise<void> {
  const at = ctx.now();
  const [newer] = await tx.select().from(transactions).where(eq(transactions.replaces, replaced)).for("update");
  if (!newer) return;
  const stopped = hasNotLeft(newer.submission) ? { submission: "stopped" as const } : {};
  await tx
    .update(transactions)
    .set({
      ...stopped,
      conflictAt: newer.conflictAt ?? at,
      conflictKind: newer.conflictKind ?? "double",
      updatedAt: at,
    })
    .where(eq(transactions.id, newer.id));
  await record(tx, ctx, { action: "transaction.double", subject: newer.referenceId, detail: stopped });
  await stopReplacement(tx, ctx, newer.id);
}
