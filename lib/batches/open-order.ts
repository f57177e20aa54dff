import "server-only";
import { and, eq } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { batchApprovals, batchRows } from "@/drizzle/schema/batches";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { compareAmounts, plainAmount } from "@/lib/money/amount";
import { directoryWarnings } from "@/lib/payees/directory-warnings";
import { recordDiscrepancy } from "@/lib/transactions/discrepancies/record";
import { recordOrder } from "@/lib/transactions/submission/create-order";
import { linkInPlaceOf } from "@/lib/transactions/submission/lost-orders";
import { digestsUnder } from "@/lib/withdrawals/batch-orders";
import { WITHDRAWAL } from "@/lib/withdrawals/integrity";
import type { Batch, BatchRow } from "./access";
import type { LostRow } from "./lost-rows";

/** So long the order is left to the sender of its batch. A job sends it where that one has ended before. */
const LEFT_TO_SENDER_MS = 10_000;

export type OpenedRow = { kind: "opened"; transactionRow: string } | { kind: "replaced" | "joined" | "altered" };

/**
 * Makes the order of a row that the approved root covers. Under the lock of the batch. `lost`: under which other ID a lost
 * database paid the row.
 */
export async function openOrder(
  tx: Tx,
  ctx: Ctx,
  batch: Batch,
  row: BatchRow,
  lost: LostRow | null,
): Promise<OpenedRow> {
  const { terms, digest, payeeKey, referenceId, id: formId, payeeId, payeeVersion } = row;
  const total = batch.totals?.find((one) => one.currency === row.currency);
  const { requestedBy, root, possiblySentUntil } = batch;
  if (terms === null || digest === null || payeeKey === null || requestedBy === null || root === null || !total) {
    return { kind: "altered" };
  }
  if (!(await digestsUnder({ db: tx, vault: ctx.vault }, batch)).has(digest)) return { kind: "altered" };
  // The earlier one first, which locks in the order of a correction, and may link the other to it.
  const earlier = await earlierOrder(tx, ctx, row);
  const known = await knownOrder(tx, ctx, lost?.referenceId ?? referenceId);
  const by =
    (await paidForOther(tx, known, row)) ?? (earlier.newer?.id === known?.id ? null : earlier.newer?.referenceId);
  if (by) {
    await tx.update(batchRows).set({ replacedBy: by }).where(eq(batchRows.id, row.id));
    return { kind: "replaced" };
  }
  if (known) {
    await joinOrder(tx, ctx, row, { known, earlier: earlier.order, isSamePayee: lost?.isSamePayee ?? true });
    return { kind: "joined" };
  }
  const { currency, amount, playerId, purpose, ...recipient } = terms;
  const approved = await tx
    .select()
    .from(batchApprovals)
    .where(
      and(
        eq(batchApprovals.batchId, batch.id),
        eq(batchApprovals.digest, root),
        eq(batchApprovals.decision, "approved"),
      ),
    );
  const at = ctx.now();
  const warnings = await directoryWarnings(terms);
  let made = "";
  await recordOrder(tx, ctx, WITHDRAWAL, {
    made: { referenceId, formId, digest, requestedBy, replaces: earlier.order },
    terms: { currency, amount, playerId },
    submission: "queued",
    sendAt: new Date(at.getTime() + LEFT_TO_SENDER_MS),
    possiblySentUntil,
    async insertIntent(transactionRow) {
      made = transactionRow;
      await tx.insert(withdrawals).values({
        ...{ transactionRow, formId, ...recipient, purpose, digest, payeeKey, requestedBy, requestedAt: at },
        ...{ approversNeeded: batch.approversNeeded ?? 0, approvalExpiresAt: null },
        ...{ payeeId, payeeVersion, newPayeeUntil: batch.newPayeeUntil, warnings },
        ...{ approvalBasis: total.counted.basis, approvalAmount: total.counted.amount },
      });
      if (approved.length === 0) return;
      await tx
        .insert(approvals)
        .values(approved.map((one) => ({ transactionRow, by: one.by, at: one.at, decision: one.decision, digest })));
    },
    detail: { batch: batch.id, line: row.line },
  });
  await tx.update(batchRows).set({ transactionRow: made, orderedAt: at }).where(eq(batchRows.id, row.id));
  return { kind: "opened", transactionRow: made };
}

/** `newer`: what took the place of the order. */
type Earlier = { order: Order | null; newer: Order | null };

/** The order that a retried row takes the place of, under lock, and the one that took it meanwhile. */
async function earlierOrder(tx: Tx, ctx: Ctx, { replaces }: BatchRow): Promise<Earlier> {
  if (replaces === null) return { order: null, newer: null };
  const [order] = await tx.select().from(transactions).where(eq(transactions.id, replaces)).for("update");
  const [newer] = await tx.select().from(transactions).where(eq(transactions.replaces, replaces));
  if (!order || newer) return { order: order ?? null, newer: newer ?? null };
  return { order, newer: await linkInPlaceOf(tx, ctx, order) };
}

/** The row's order, where it was added here before: a lost database had sent it, and it was imported by its ID. */
async function knownOrder(tx: Tx, { environment }: Ctx, referenceId: string): Promise<Order | undefined> {
  const mine = and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId));
  const [order] = await tx.select().from(transactions).where(mine).for("update");
  return order;
}

/** Its ID, where it is that of another row by now, or has taken the place of another order than this row is to. */
async function paidForOther(tx: Tx, order: Order | undefined, { replaces }: BatchRow): Promise<string | null> {
  if (!order) return null;
  const isElsewhere = order.replaces !== null && order.replaces !== replaces;
  const isTaken = isElsewhere || (await tx.$count(batchRows, eq(batchRows.transactionRow, order.id))) > 0;
  return isTaken ? order.referenceId : null;
}

type Joined = { known: Order; earlier: Order | null; isSamePayee: boolean };

/**
 * It is the row's own: nothing is sent, and no other order takes the place of the one that the row retries. Where the row
 * was edited since, what was sent differs from what is asked for.
 */
async function joinOrder(
  tx: Tx,
  ctx: Ctx,
  row: BatchRow,
  { known: order, earlier, isSamePayee }: Joined,
): Promise<void> {
  const { id, line, batchId, terms } = row;
  const { referenceId } = order;
  await tx.update(batchRows).set({ transactionRow: order.id, orderedAt: ctx.now() }).where(eq(batchRows.id, id));
  await record(tx, ctx, { action: "batch.row_found", subject: batchId, detail: { line, referenceId } });
  if (earlier !== null && order.replaces === null) {
    await tx.update(transactions).set({ replaces: earlier.id }).where(eq(transactions.id, order.id));
    const detail = { by: referenceId };
    await record(tx, ctx, { action: "withdrawal.replaced", subject: earlier.referenceId, detail });
  }
  const { type, currency, amount, status } = order;
  const isSameAmount = currency === terms?.currency && compareAmounts(amount, terms.amount) === 0;
  if (type === "WITHDRAW" && isSameAmount && isSamePayee) return;
  const said = `${type} ${currency} ${plainAmount(amount)}${isSamePayee ? "" : " to another account"}`;
  await recordDiscrepancy(tx, ctx, order, [{ kind: "reports", said }]);
  const detail = { held: status, batch: batchId, line };
  await record(tx, ctx, { action: "discrepancy.recorded", subject: referenceId, detail });
}
