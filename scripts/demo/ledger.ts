import { randomUUID } from "node:crypto";
import { and, asc, eq, gte, lt } from "drizzle-orm";
import { reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Db } from "@/lib/db/connection";
import { timesAmount } from "@/lib/money/amount";
import { startReconciliation } from "@/lib/reconciliation/commands";
import { addLedgerPart, completeLedger } from "@/lib/reconciliation/ledger-files";
import { DAY_MS, tokyoDay, tokyoDayOf } from "@/lib/time";

const HEADER = "参照番号,種別,通貨,金額,状態,計上日時,プレイヤーID";
const BOOKED = "計上済";

/** Of the orders that were completed on the day, the one that is not booked, and the one booked with twice its amount. */
const NOT_BOOKED = 4;
const BOOKED_TWICE_OVER = 9;
/** Booked by hand, for no order. */
const BY_HAND = ["MANUAL-0417", "DEPOSIT", "JPY", "5000"];

/** Whether a console has not compared any ledger. */
export const isLedgerMissing = async (db: Db): Promise<boolean> => (await db.$count(reconciliationRuns)) === 0;

/** Finance uploads the merchant's ledger of yesterday; the worker then compares it with the orders. */
export async function fillLedger(finance: Ctx): Promise<void> {
  const yesterday = tokyoDayOf(new Date(finance.now().getTime() - DAY_MS));
  const day = tokyoDay(yesterday.from);
  const fileId = randomUUID();
  const bytes = new TextEncoder().encode(await ledgerOf(finance, yesterday));
  const kept = await addLedgerPart(finance, { fileId, name: `帳簿_${day}.csv`, part: 0, bytes });
  const read = kept.ok ? await completeLedger(finance, { fileId }) : kept;
  if (!read.ok) throw new Error(`the demo's ledger: ${read.error.kind}`);
  const mapping = { ...read.value.mapping, bookedWords: [BOOKED] };
  const begun = await startReconciliation(finance, { fileIds: [fileId], firstDay: day, lastDay: day, mapping });
  if (!begun.ok) throw new Error(`the demo's reconciliation: ${begun.error.kind}`);
}

async function ledgerOf({ db, environment }: Ctx, { from, before }: { from: Date; before: Date }): Promise<string> {
  const { endedAt, status } = transactions;
  const ended = and(eq(status, "COMPLETED"), gte(endedAt, from), lt(endedAt, before));
  const orders = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.environment, environment), ended))
    .orderBy(asc(endedAt));
  const rows = orders.map(({ referenceId, type, currency, playerId, ...order }, at) => {
    const amount = at === BOOKED_TWICE_OVER ? timesAmount(order.amount, 2) : order.amount;
    const state = at === NOT_BOOKED ? "計上前" : BOOKED;
    return [referenceId, type, currency, amount, state, order.endedAt?.toISOString(), playerId];
  });
  rows.push([...BY_HAND, BOOKED, new Date(before.getTime() - DAY_MS / 2).toISOString(), "p-20417"]);
  return [HEADER, ...rows.map((row) => row.join(","))].join("\n");
}
