import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { reconciliationExceptions } from "@/drizzle/schema/reconciliation";
import type { Ctx } from "@/lib/auth/context";
import { encode, type TextEncoding } from "@/lib/imports/text-encoding";
import { startReconciliation } from "@/lib/reconciliation/commands";
import { closeException } from "@/lib/reconciliation/exceptions";
import { addLedgerPart, completeLedger } from "@/lib/reconciliation/ledger-files";
import type { LedgerMapping } from "@/lib/reconciliation/ledger-mapping";
import { runReconciliation } from "@/lib/reconciliation/run";
import type { TestContext } from "./context";

/** An order as the service has reported it. */
export type ReportedOrder = {
  referenceId: string;
  transactionId: string;
  type: "DEPOSIT" | "WITHDRAW";
  currency: string;
  amount: string;
  status: string;
  /** ISO 8601. */
  endedAt: string;
  playerId: string;
};

/** Puts orders into the record, as if the service had been asked about each. */
export async function reportOrders({ db }: Pick<TestContext, "db">, orders: readonly ReportedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await db.execute(sql`
    insert into transactions (environment, reference_id, transaction_id, type, currency, amount, player_id, status, status_source,
      status_at, created_at, first_seen_at, updated_at, ended_at, ended_at_source, end_known_at)
    select 'sandbox', o."referenceId", o."transactionId", o.type, o.currency, o.amount, o."playerId", o.status, 'query',
      o."endedAt", o."endedAt" - interval '3 minutes', o."endedAt", o."endedAt",
      case when o.status not in ('SUCCESS', 'PENDING') then o."endedAt" end,
      case when o.status not in ('SUCCESS', 'PENDING') then 'service' end::ended_at_source,
      case when o.status not in ('SUCCESS', 'PENDING') then o."endedAt" end
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o ("referenceId" text, "transactionId" text, type text, currency text,
      amount numeric, "playerId" text, status text, "endedAt" timestamptz)`);
}

export const LEDGER_HEADER = "参照番号,種別,通貨,金額,状態,計上日時,会員ID";

export const LEDGER_MAPPING: LedgerMapping = {
  columns: { referenceId: 0, type: 1, currency: 2, amount: 3, state: 4, bookedAt: 5, playerId: 6 },
  always: {},
  bookedWords: ["計上済"],
  rule: "none",
  basis: "ordered",
};

/** Uploads a ledger in parts of this many bytes. */
export async function uploadLedger(
  ctx: Ctx,
  text: string,
  { name = "ledger.csv", encoding = "UTF-8" as TextEncoding, partBytes = 1_000_000 } = {},
) {
  const bytes = encode(text, encoding);
  if (!bytes) throw new Error(`not in ${encoding}`);
  const fileId = randomUUID();
  for (let at = 0; at * partBytes < bytes.length; at += 1) {
    const part = bytes.subarray(at * partBytes, (at + 1) * partBytes);
    const kept = await addLedgerPart(ctx, { fileId, name, part: at, bytes: part });
    if (!kept.ok) throw new Error(kept.error.kind);
  }
  const whole = await completeLedger(ctx, { fileId });
  if (!whole.ok) throw new Error(whole.error.kind);
  return whole.value;
}

/** Uploads ledgers, runs them for a day, or from that day on, and returns the run. */
export async function reconciled(
  context: TestContext,
  texts: string[],
  {
    day,
    lastDay = day,
    mapping = LEDGER_MAPPING,
    encoding = "UTF-8" as TextEncoding,
  }: { day: string; lastDay?: string; mapping?: LedgerMapping; encoding?: TextEncoding },
): Promise<string> {
  const finance = await context.as("finance");
  const fileIds: string[] = [];
  for (const text of texts) fileIds.push((await uploadLedger(finance, text, { encoding })).fileId);
  const begun = await startReconciliation(finance, { fileIds, firstDay: day, lastDay, mapping });
  if (!begun.ok) throw new Error(begun.error.kind);
  await runReconciliation(await context.as("job"), begun.value);
  return begun.value.runId;
}

/** Closes an exception as from the panel of its newest run: the reason is about the difference of that moment. */
export async function closeAsShown(ctx: Ctx, { id, reason }: { id: string; reason: string }) {
  const { class: kind, currency, ledgerAmount, serviceAmount } = reconciliationExceptions;
  const [seen] = await ctx.db
    .select({ class: kind, currency, ledgerAmount, serviceAmount })
    .from(reconciliationExceptions)
    .where(eq(reconciliationExceptions.id, id));
  if (!seen) throw new Error(`no exception ${id}`);
  return closeException(ctx, { id, reason, seen });
}
