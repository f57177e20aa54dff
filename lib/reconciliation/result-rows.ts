import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { reconciliationRows } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { subtractAmounts } from "@/lib/money/amount";
import { typedTextFor } from "@/lib/pii/access";
import { isPaid } from "@/lib/transactions/status/status";
import { exceptionOfRow } from "./conditions";
import type { ResultRow } from "./schema";
import { decisionOf, type ExceptionState } from "./state";

type Exception = NonNullable<ResultRow["exception"]>;
type Same = "position" | "class" | "currency" | "ledgerAmount" | "serviceAmount" | "mark" | "status";

/** An exception's fields are null where there is none, as an order's are. */
export type ReadRow = Pick<ResultRow, Same> &
  Omit<Exception, "id" | "decision"> & {
    line: number | null;
    orderId: string | null;
    orderAmount: string | null;
    orderCurrency: string | null;
    reference: string | null;
    exceptionId: string | null;
    state: ExceptionState | null;
  };

/** Rows of a run with their references and exceptions, which are read for these rows alone. */
export const selectRows = ({ environment }: Pick<Ctx, "environment">, runId: string, where: SQL): SQL => sql`
  select ${reconciliationRows.position}::text as position, ${reconciliationRows.class} as class, ${reconciliationRows.currency} as currency,
    ${reconciliationRows.ledgerAmount}::text as "ledgerAmount", ${reconciliationRows.serviceAmount}::text as "serviceAmount",
    ${reconciliationRows.mark} as mark, ${reconciliationRows.line} as line, ${reconciliationRows.orderId} as "orderId",
    t.amount::text as "orderAmount", t.currency as "orderCurrency", t.status,
    coalesce(t.reference_id, l.reference_id, l.transaction_id) as reference,
    x.id as "exceptionId", x.state, u.name as owner, x.reason, x.note, c.name as "closedBy", x.close_reason as "closeReason"
  from ${reconciliationRows}
    left join ${transactions} t on t.id = ${reconciliationRows.orderId}
    left join ledger_rows l on l.run_id = ${runId} and l.file = ${reconciliationRows.file} and l.line = ${reconciliationRows.line}
    left join lateral ${exceptionOfRow(sql`${environment}::environment`)} x on ${reconciliationRows.identity} is not null
    left join ${users} u on u.id = x.owner
    left join ${users} c on c.id = x.closed_by
  where ${reconciliationRows.runId} = ${runId} and ${where} order by ${reconciliationRows.position}`;

export async function resultRows(ctx: Ctx, runId: string, positions: string[]): Promise<ResultRow[]> {
  if (positions.length === 0) return [];
  const some = sql`${reconciliationRows.position} = any(${sql.param(positions)}::numeric[])`;
  const { rows } = await ctx.db.execute<ReadRow>(selectRows(ctx, runId, some));
  return rows.map((row) => toResultRow(ctx, row));
}

export function toResultRow(ctx: Ctx, read: ReadRow): ResultRow {
  const { line, orderId, orderAmount: amount, orderCurrency: currency, exceptionId: id, state, ...more } = read;
  const { owner, reason, note, closedBy, closeReason, ...row } = more;
  const typed = typedTextFor(ctx);
  const isOtherwise = isPaid(row.status) && (row.mark === "currency" || row.mark === "type");
  const decided = id !== null && state !== null && { id, decision: decisionOf({ state, owner, reason }) };
  return {
    ...row,
    difference: subtractAmounts(row.ledgerAmount ?? "0", row.serviceAmount ?? "0"),
    completedOtherwise: isOtherwise && amount !== null && currency !== null ? { amount, currency } : null,
    ...{ hasLedger: line !== null, hasOrder: orderId !== null, reference: row.reference ?? "" },
    exception: decided
      ? { ...decided, owner, reason, note: typed(note), closedBy, closeReason: typed(closeReason) }
      : null,
  };
}
