import "server-only";
import { eq, inArray } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
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
import { termsOnRecord } from "./request";

type Order = typeof transactions.$inferSelect;
type Intent = typeof deposits.$inferSelect;
type Found = { order: Order; intent: Intent };

/** Compares the order, the intent and the line of the audit chain that requested it. Empty: all of them agree. */
export async function alterationsOf(deps: Deps, order: Order, intent: Intent): Promise<Alteration[]> {
  const [altered] = await compare(deps, [{ order, intent }]);
  return altered ?? [];
}

const compare = (deps: Deps, found: Found[]): Promise<Alteration[][]> =>
  compareRecords(
    deps,
    found.map(({ order, intent }) => ({
      ...{ order, digest: intent.digest, requestedBy: intent.requestedBy },
      terms: termsOnRecord(order, intent),
      // No money leaves by a deposit, so it needs no approval.
      approvals: [],
    })),
  );

/** Freezes deposits whose records were changed before they were sent. */
export async function freezeAlteredDeposits(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const waiting = waitingPages(ctx, "DEPOSIT");
  for await (const { order } of alteredDeposits(ctx, waiting)) await flagAltered(ctx, "deposit.altered", order);
}

/** The deposits whose records do not agree: all of them, or those of the given pages of row ids. */
export async function* alteredDeposits(deps: Deps, pages?: AsyncIterable<string[]>): AsyncGenerator<AlteredOrder> {
  for await (const ids of pages ?? everyPage(deps.db, deposits)) {
    const found = await deps.db
      .select({ order: transactions, intent: deposits })
      .from(deposits)
      .innerJoin(transactions, eq(transactions.id, deposits.transactionRow))
      .where(inArray(deposits.transactionRow, ids))
      .orderBy(transactions.id);
    const compared = await compare(deps, found);
    yield* found
      .map(({ order }, at) => ({ order, altered: compared[at] ?? [] }))
      .filter(({ altered }) => altered.length);
  }
}
