import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Reading } from "@/lib/db/read-snapshot";
import { type CannotExport, exportList, type ListFile } from "@/lib/exports/list-file";
import { seesPii } from "@/lib/pii/access";
import { maskedAccount, maskedName } from "@/lib/pii/mask";
import type { Result } from "@/lib/result";
import type { OrdersExported } from "@/lib/transactions/schema";
import { ordersBy, ordersWhere } from "./conditions";
import { type SheetOrder, sheetHead, sheetLines } from "./csv";
import { SHEET_ROWS_MAX, WORKBOOK_ROWS_MAX } from "./csv-columns";
import { addressOf } from "./filter";

/** Orders in memory at a time. */
const BATCH = 1_000;

/** A filtered list as a file: exactly the matching orders at this moment, in list order. */
export async function exportOrders(
  ctx: Ctx,
  { filter, only, ...choice }: OrdersExported,
  most = choice.format === "xlsx" ? WORKBOOK_ROWS_MAX : SHEET_ROWS_MAX,
): Promise<Result<ListFile, CannotExport>> {
  requirePermission(ctx, "transactions:export");
  const { columns, zone, format } = choice;
  return exportList(ctx, {
    most,
    table: transactions,
    where: exported(ctx, { filter, only }),
    entry: (rows) => ({
      action: "transactions.exported",
      subject: ctx.environment,
      detail: { list: filter.list, ...asked({ filter, only }), columns: columns.join(" "), rows, zone, format },
    }),
    text: (reading) => textOf(ctx, reading, { filter, only, ...choice }),
  });
}

/** Of chosen orders the filter says nothing, so that the record does not either. */
const asked = ({ filter, only }: Pick<OrdersExported, "filter" | "only">) =>
  only === null ? { filter: addressOf(filter) } : { filter: "", chosen: only.length };

/** Chosen orders are in the file even where they have left the filter since: they are still shown as chosen. */
const exported = (ctx: Ctx, { filter, only }: Pick<OrdersExported, "filter" | "only">) =>
  only === null
    ? ordersWhere(ctx, filter)
    : and(
        ordersWhere(ctx, { list: filter.list, show: "all", sort: filter.sort }),
        inArray(transactions.referenceId, only),
      );

async function* textOf(ctx: Ctx, reading: Reading, { filter, only, ...choice }: OrdersExported) {
  const isMasked = !seesPii(ctx);
  const query = sql`select ${READ} from ${transactions}
    left join ${withdrawals} on ${eq(withdrawals.transactionRow, transactions.id)}
    left join ${deposits} on ${eq(deposits.transactionRow, transactions.id)}
    where ${exported(ctx, { filter, only })} order by ${sql.join(ordersBy(filter.sort), sql`, `)}`;
  yield sheetHead(choice);
  for await (const rows of reading.batches<ReadOrder>(query, BATCH)) {
    yield sheetLines(
      rows.map((row) => orderOf(row, isMasked)),
      choice,
    );
  }
}

/** Times are seconds since 1970. */
type ReadOrder = Omit<SheetOrder, "createdAt" | "firstSeenAt" | "paidAt" | "updatedAt" | "evidenceAt"> & {
  createdAt: number;
  firstSeenAt: number | null;
  paidAt: number | null;
  updatedAt: number;
  evidenceAt: number | null;
};

const t = transactions;
const READ = sql.join(
  [
    sql`extract(epoch from ${t.createdAt})::float8 as "createdAt"`,
    sql`extract(epoch from ${t.firstSeenAt})::float8 as "firstSeenAt"`,
    sql`extract(epoch from ${t.paidAt})::float8 as "paidAt"`,
    sql`case when ${t.paidAt} is not null then ${t.endedAtSource} end as "paidAtSource"`,
    sql`extract(epoch from ${t.updatedAt})::float8 as "updatedAt"`,
    sql`extract(epoch from ${t.statusAt})::float8 as "evidenceAt"`,
    sql`${t.referenceId} as "referenceId"`,
    sql`${t.transactionId} as "transactionId"`,
    sql`${t.type} as "type"`,
    sql`${t.playerId} as "playerId"`,
    sql`${t.currency} as "currency"`,
    sql`${t.amount} as "amount"`,
    sql`${t.fee} as "fee"`,
    sql`${t.netAmount} as "netAmount"`,
    sql`${t.actualAmount} as "actualAmount"`,
    sql`${t.displayStatus} as "state"`,
    sql`${t.status} as "status"`,
    sql`${t.submission} as "submission"`,
    sql`${t.discrepancyAt} is not null as "discrepancy"`,
    sql`${t.statusSource} as "evidence"`,
    sql`coalesce(${withdrawals.destination}, ${deposits.payerBankCode}) as "bankCode"`,
    sql`${withdrawals.destinationBranchCode} as "branchCode"`,
    sql`coalesce(${withdrawals.destinationAccount}, ${deposits.payerAccount}) as "account"`,
    sql`coalesce(${withdrawals.destinationAccountName}, ${deposits.payerAccountName}) as "accountName"`,
  ],
  sql`, `,
);

function orderOf(row: ReadOrder, isMasked: boolean): SheetOrder {
  const { account, accountName, createdAt, firstSeenAt, paidAt, updatedAt, evidenceAt } = row;
  return {
    ...row,
    createdAt: new Date(createdAt * 1000),
    firstSeenAt: dateOf(firstSeenAt),
    paidAt: dateOf(paidAt),
    updatedAt: new Date(updatedAt * 1000),
    evidenceAt: dateOf(evidenceAt),
    account: account !== null && isMasked ? maskedAccount(account) : account,
    accountName: accountName !== null && isMasked ? maskedName(accountName) : accountName,
  };
}

const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));
