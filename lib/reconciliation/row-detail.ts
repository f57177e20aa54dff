import "server-only";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { proposals } from "@/drizzle/schema/proposals";
import {
  exceptionEvents,
  ledgerFiles,
  ledgerRows,
  reconciliationExceptions,
  reconciliationRows,
  reconciliationRuns,
} from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { endedProposals, endOf, openProposals } from "@/lib/auth/dual-control";
import { may } from "@/lib/auth/permissions";
import { plainAmount } from "@/lib/money/amount";
import { seesLedgers, typedTextFor } from "@/lib/pii/access";
import { isPaid } from "@/lib/transactions/status/status";
import { differenceOf } from "./difference";
import { EXCEPTION_CLOSE } from "./exceptions";
import { ISO } from "./movements/read-movements";
import { gradeNearMisses, looseId } from "./near-miss";
import { listWorkers } from "./queries";
import { resultRows } from "./result-rows";
import { sameIdOf, unreadLineOf } from "./row-lines";
import type { ExceptionEvent, LedgerSide, OneRow, OrderSide, RowDetail } from "./schema";

const NEAR_MISSES = 5;
const NEAR_MISSES_READ = 200;

/** One row of a run: both sides beside each other, what may belong to it, and what people did about it. */
export async function getReconciliationRow(ctx: Ctx, { runId, position }: OneRow): Promise<RowDetail | null> {
  requirePermission(ctx, "reconciliation:read");
  const [found] = await ctx.db
    .select({ row: reconciliationRows, fileIds: reconciliationRuns.fileIds })
    .from(reconciliationRows)
    .innerJoin(reconciliationRuns, eq(reconciliationRuns.id, reconciliationRows.runId))
    .where(
      and(
        ...[eq(reconciliationRows.runId, runId), eq(reconciliationRows.position, position)],
        ...[eq(reconciliationRuns.environment, ctx.environment), eq(reconciliationRuns.state, "done")],
      ),
    );
  const [row] = found ? await resultRows(ctx, runId, [position]) : [];
  if (!found || !row) return null;
  const { file, line, orderId } = found.row;
  const ledger = file === null || line === null ? null : await ledgerSide(ctx, runId, { file, line }, found.fileIds);
  const order = orderId === null ? null : await orderSide(ctx, orderId);
  const named = ledger && order === null && row.mark !== null ? await ordersNamedBy(ctx, ledger) : [];
  const worked = row.exception && (await historyOf(ctx, row.exception.id));
  return {
    ...row,
    ...{ ledger, order },
    unread: order && ledger === null && row.mark === null ? await unreadLineOf(ctx, runId, order) : null,
    sameId: row.mark === "ambiguous" ? await sameIdOf(ctx, runId, order ? [order] : named) : null,
    bookedBefore: row.mark === "booked_before" ? (named[0]?.referenceId ?? null) : null,
    nearMisses: ledger && order === null && named.length === 0 ? await nearMissesOf(ctx, ledger) : [],
    ...(worked ?? { history: [], openedAt: null, lastFound: null, proposal: null }),
    people: row.exception && isWorker(ctx) ? await listWorkers(ctx) : [],
  };
}

const isWorker = ({ actor }: Ctx) => actor.kind === "user" && may(actor.role, "reconciliation:change");

async function ledgerSide(
  ctx: Ctx,
  runId: string,
  { file, line }: { file: number; line: number },
  fileIds: string[],
): Promise<LedgerSide | null> {
  const [row] = await ctx.db
    .select()
    .from(ledgerRows)
    .where(and(eq(ledgerRows.runId, runId), eq(ledgerRows.file, file), eq(ledgerRows.line, line)));
  const [named] = await ctx.db
    .select({ name: ledgerFiles.name })
    .from(ledgerFiles)
    .where(eq(ledgerFiles.id, fileIds[file] ?? ""));
  if (!row) return null;
  const { raw, transactionId, referenceId, playerId, type, currency, amount, isBooked, bookedAt } = row;
  return {
    ...{ file: named?.name ?? "", line, transactionId, referenceId, playerId, type, currency, amount, isBooked },
    bookedAt: bookedAt?.toISOString() ?? null,
    raw: seesLedgers(ctx) ? raw : null,
  };
}

const { referenceId, transactionId, playerId, type, currency, amount, status, endedAt, createdAt } = transactions;
const ORDER = {
  ...{ referenceId, transactionId, playerId, type, currency, amount, status },
  endedAt: sql<string | null>`${ISO(sql`${endedAt}`)}`,
  createdAt: sql<string>`${ISO(sql`${createdAt}`)}`,
};

async function orderSide({ db, environment }: Ctx, orderId: string): Promise<OrderSide | null> {
  const mine = and(eq(transactions.id, orderId), eq(transactions.environment, environment));
  const [order] = await db.select(ORDER).from(transactions).where(mine);
  return order ?? null;
}

/** The orders that a row names, found as the comparison found them. */
async function ordersNamedBy({ db, environment }: Ctx, ledger: LedgerSide) {
  const isNamed = or(
    ledger.transactionId === null ? undefined : eq(transactionId, ledger.transactionId),
    ledger.referenceId === null ? undefined : eq(referenceId, ledger.referenceId),
  );
  if (!isNamed) return [];
  return db
    .select({ referenceId, transactionId })
    .from(transactions)
    .where(and(eq(transactions.environment, environment), isNamed));
}

/** Orders that no row has been joined with, compared with the row: each with the reason why it is offered. */
async function nearMissesOf(ctx: Ctx, ledger: LedgerSide): Promise<RowDetail["nearMisses"]> {
  const ids = [ledger.transactionId, ledger.referenceId].flatMap((id) => id ?? []);
  const written = sql.param([...new Set(ids.flatMap(waysToWrite))]);
  const isNear =
    ledger.bookedAt === null || ledger.amount === null
      ? sql`false`
      : sql`(${type} = ${ledger.type} and ${currency} = ${ledger.currency} and ${amount} = ${ledger.amount}
          and ${createdAt} between ${ledger.bookedAt}::timestamptz - interval '1 day' and ${ledger.bookedAt}::timestamptz + interval '1 day')`;
  // Joined orders are left out: a completed one that is not joined is an open exception itself.
  const isFree = sql`(${status} is distinct from 'COMPLETED' or exists (select from ${reconciliationExceptions} e
    where e.environment = ${transactions.environment} and e.identity = 'o:' || ${transactions.id} and e.state = 'open'))`;
  const orders = await ctx.db
    .select(ORDER)
    .from(transactions)
    .where(
      and(
        eq(transactions.environment, ctx.environment),
        isFree,
        sql`(${referenceId} = any(${written}::text[]) or ${transactionId} = any(${written}::text[]) or ${isNear})`,
      ),
    )
    .limit(NEAR_MISSES_READ);
  const side = { ids, playerId: ledger.playerId, type: ledger.type ?? "", currency: ledger.currency ?? "" };
  const near = orders.map((order) => ({
    ...order,
    ids: [order.referenceId, order.transactionId],
    amount: plainAmount(order.amount),
    at: order.endedAt ?? order.createdAt,
  }));
  return gradeNearMisses(
    { ...side, amount: plainAmount(ledger.amount ?? "0"), at: ledger.bookedAt },
    near,
    NEAR_MISSES,
  ).map(({ order: { ids: _ids, at: _at, ...order }, reason }) => ({ ...order, reason }));
}

/** The usual other ways to write an ID, for an index that compares bytes. */
const waysToWrite = (id: string): string[] => {
  const plain = id.normalize("NFKC").replace(/\s/g, "");
  return [
    plain,
    plain.toUpperCase(),
    plain.toLowerCase(),
    looseId(plain),
    plain.replaceAll("O", "0"),
    plain.replaceAll("0", "O"),
  ];
};

type Worked = Pick<RowDetail, "openedAt" | "history" | "lastFound" | "proposal">;

async function historyOf(ctx: Ctx, exceptionId: string): Promise<Worked> {
  const [exception] = await ctx.db
    .select()
    .from(reconciliationExceptions)
    .where(eq(reconciliationExceptions.id, exceptionId));
  if (!exception) throw new Error("a row without its exception");
  const events = await ctx.db
    .select({ event: exceptionEvents, by: users.name })
    .from(exceptionEvents)
    .innerJoin(users, eq(users.id, exceptionEvents.by))
    .where(eq(exceptionEvents.exceptionId, exceptionId))
    .orderBy(desc(exceptionEvents.id));
  const { state, endedAt: ended, openedAt } = exception;
  const own = { by: null, detail: {} };
  const [open, notClosed] = await Promise.all([proposalsToClose(ctx), notClosedOf(ctx, exceptionId)]);
  const isEndedByRun = (state === "matched" || state === "superseded") && ended !== null;
  return {
    openedAt: openedAt.toISOString(),
    lastFound: { ...differenceOf(exception), runId: exception.lastRun },
    proposal: open.find(({ subject }) => subject === exceptionId)?.proposal ?? null,
    history: [
      ...(isEndedByRun ? [{ at: ended.toISOString(), kind: state, ...own }] : []),
      ...[...notClosed, ...events.map(({ event, by }) => toEvent(ctx, event, by))].toSorted((a, b) =>
        b.at.localeCompare(a.at),
      ),
      { at: openedAt.toISOString(), kind: "opened" as const, ...own },
    ],
  };
}

/** How proposals to close it ended that were not applied. */
async function notClosedOf(ctx: Ctx, exceptionId: string): Promise<ExceptionEvent[]> {
  const { kind, subject, appliedAt } = proposals;
  const rows = await endedProposals(
    ctx.db,
    and(eq(kind, EXCEPTION_CLOSE.kind), eq(subject, exceptionId), isNull(appliedAt)),
  );
  const typed = typedTextFor(ctx);
  return rows.flatMap(({ proposal, by }) => {
    const { end, at } = endOf(proposal);
    const { rejectionReason: note } = proposal;
    if (end === "applied") return [];
    return {
      at: at.toISOString(),
      by,
      kind: `close_${end}` as const,
      detail: note === null ? {} : { note: typed(note) },
    };
  });
}

/** The reason of an explanation was chosen from a list; others were typed, as were notes. */
function toEvent(ctx: Ctx, { at, kind, detail }: typeof exceptionEvents.$inferSelect, by: string): ExceptionEvent {
  const isTyped = (field: string) => field === "note" || (field === "reason" && kind !== "explained");
  const typed = typedTextFor(ctx);
  const shown = Object.entries(detail).map(([field, text]) => [field, isTyped(field) ? typed(text) : text]);
  return { at: at.toISOString(), by, kind, detail: Object.fromEntries(shown) };
}

async function proposalsToClose(ctx: Ctx) {
  const typed = typedTextFor(ctx);
  const open = await openProposals(ctx, EXCEPTION_CLOSE);
  return open.map(({ subject, proposal }) => ({ subject, proposal: { ...proposal, reason: typed(proposal.reason) } }));
}

/** An exception that another person proposed to close, for the page of approvals; null where none waits. */
export async function getExceptionProposal(ctx: Ctx, { proposalId }: { proposalId: string }) {
  requirePermission(ctx, "reconciliation:read");
  const open = await proposalsToClose(ctx);
  const found = open.find(({ proposal }) => proposal.id === proposalId);
  if (!found) return null;
  const [exception] = await ctx.db
    .select()
    .from(reconciliationExceptions)
    .where(
      and(eq(reconciliationExceptions.id, found.subject), eq(reconciliationExceptions.environment, ctx.environment)),
    );
  if (!exception) return null;
  const order = exception.orderId === null ? null : await orderSide(ctx, exception.orderId);
  const { class: kind, ledgerAmount, serviceAmount, reason, note, lastRun } = exception;
  return {
    proposal: found.proposal,
    exception: {
      ...{ class: kind, currency: exception.currency, ledgerAmount, serviceAmount, reason, runId: lastRun },
      note: typedTextFor(ctx)(note),
      completedOtherwise:
        serviceAmount === null && order && isPaid(order.status)
          ? { amount: order.amount, currency: order.currency }
          : null,
      reference: order?.referenceId ?? exception.ledgerKey ?? "",
    },
  };
}
