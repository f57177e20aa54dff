import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { reconciliationRows } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { subtractAmounts } from "@/lib/money/amount";
import { typedTextFor } from "@/lib/pii/access";
import { isPaid } from "@/lib/transactions/status/status";
import type { RowClass } from "./classes";
import { exceptionOfRow } from "./conditions";
import type { ResultRow } from "./schema";
import { decisionOf, type ExceptionState, type Reason, type RowMark } from "./state";

export type ReadRow = {
  position: string;
  class: RowClass;
  currency: string;
  ledger_amount: string | null;
  service_amount: string | null;
  mark: RowMark | null;
  file: number | null;
  line: number | null;
  order_id: string | null;
  order_amount: string | null;
  order_currency: string | null;
  status: string | null;
  reference: string | null;
  exception_id: string | null;
  state: ExceptionState | null;
  owner: string | null;
  reason: Reason | null;
  note: string | null;
  closed_by: string | null;
  close_reason: string | null;
};

/** Rows of a run with their references and exceptions, which are read for these rows alone. */
export const selectRows = ({ environment }: Pick<Ctx, "environment">, runId: string, where: SQL): SQL => sql`
  select ${reconciliationRows.position}::text as position, ${reconciliationRows.class} as class, ${reconciliationRows.currency} as currency,
    ${reconciliationRows.ledgerAmount}::text as ledger_amount, ${reconciliationRows.serviceAmount}::text as service_amount,
    ${reconciliationRows.mark} as mark, ${reconciliationRows.file} as file, ${reconciliationRows.line} as line,
    ${reconciliationRows.orderId} as order_id, t.amount::text as order_amount, t.currency as order_currency, t.status,
    coalesce(t.reference_id, l.reference_id, l.transaction_id) as reference,
    x.id as exception_id, x.state, u.name as owner, x.reason, x.note, c.name as closed_by, x.close_reason
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

export function toResultRow(ctx: Ctx, row: ReadRow): ResultRow {
  const { state, owner, reason, mark, order_amount: amount, order_currency: currency } = row;
  const isOtherwise = isPaid(row.status) && (mark === "currency" || mark === "type");
  return {
    ...{ position: row.position, class: row.class, currency: row.currency, status: row.status, mark: row.mark },
    ...{ ledgerAmount: row.ledger_amount, serviceAmount: row.service_amount },
    difference: subtractAmounts(row.ledger_amount ?? "0", row.service_amount ?? "0"),
    completedOtherwise: isOtherwise && amount !== null && currency !== null ? { amount, currency } : null,
    ...{ hasLedger: row.line !== null, hasOrder: row.order_id !== null, reference: row.reference ?? "" },
    exception:
      row.exception_id === null || state === null
        ? null
        : {
            ...{ id: row.exception_id, decision: decisionOf({ state, owner, reason }), owner, reason },
            note: typedTextFor(ctx)(row.note),
            ...{ closedBy: row.closed_by, closeReason: typedTextFor(ctx)(row.close_reason) },
          },
  };
}
