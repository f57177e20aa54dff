import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { attachedTo } from "@/lib/attachments/queries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import {
  type Alteration,
  type AlteredOrder,
  compareRecords,
  type Deps,
  everyPage,
  waitingPages,
} from "@/lib/transactions/submission/integrity";
import { flagAltered } from "@/lib/transactions/submission/submit";
import { digested, termsOnRecord } from "./request";

type Order = typeof transactions.$inferSelect;
type Intent = typeof withdrawals.$inferSelect;
type Found = { order: Order; intent: Intent };

/** Compares the order, the intent, the approvals and their lines in the audit chain. Empty: all of them agree. */
export async function alterationsOf(deps: Deps, order: Order, intent: Intent): Promise<Alteration[]> {
  const [altered] = await compare(deps, [{ order, intent }]);
  return altered ?? [];
}

async function compare(deps: Deps, found: Found[]): Promise<Alteration[][]> {
  const rows = found.map(({ order }) => order.id);
  const approved = and(inArray(approvals.transactionRow, rows), eq(approvals.decision, "approved"));
  const given = Map.groupBy(await deps.db.select().from(approvals).where(approved), (one) => one.transactionRow);
  const attached = await attachedTo(deps.db, rows);
  const recorded = found.map(({ order, intent }) => ({
    ...{ order, digest: intent.digest, requestedBy: intent.requestedBy },
    terms: digested(termsOnRecord(order, intent), intent.purpose, attached.get(order.id) ?? []),
    approvals: given.get(order.id) ?? [],
  }));
  return compareRecords(deps, recorded);
}

/** Freezes withdrawals whose records were changed while they wait, so that nobody is asked to approve them. */
export async function freezeAlteredWithdrawals(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const waiting = waitingPages(ctx, "WITHDRAW");
  for await (const { order } of alteredWithdrawals(ctx, waiting)) await flagAltered(ctx, "withdrawal.altered", order);
}

/** The withdrawals whose records do not agree: all of them, or those of the given pages of row ids. */
export async function* alteredWithdrawals(deps: Deps, pages?: AsyncIterable<string[]>): AsyncGenerator<AlteredOrder> {
  for await (const ids of pages ?? everyPage(deps.db, withdrawals)) {
    const found = await deps.db
      .select({ order: transactions, intent: withdrawals })
      .from(withdrawals)
      .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
      .where(inArray(withdrawals.transactionRow, ids))
      .orderBy(transactions.id);
    const compared = await compare(deps, found);
    yield* found
      .map(({ order }, at) => ({ order, altered: compared[at] ?? [] }))
      .filter(({ altered }) => altered.length);
  }
}
