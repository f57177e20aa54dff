import "server-only";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Reading } from "@/lib/db/read-snapshot";
import type { CannotExport } from "@/lib/exports/download";
import { countOf, exportList, type ListFile } from "@/lib/exports/list-file";
import { seesPii } from "@/lib/pii/access";
import { maskedAccount, maskedName } from "@/lib/pii/mask";
import type { Result } from "@/lib/result";
import type { OrdersExported } from "@/lib/transactions/schema";
import { possiblySent } from "@/lib/transactions/submission/possibly-sent";
import { ordersBy, ordersWhere } from "./conditions";
import { type SheetOrder, sheet } from "./csv";
import { orderFileName, SHEET_COLUMNS, SHEET_ROWS_MAX, type SheetColumn, WORKBOOK_ROWS_MAX } from "./csv-columns";
import { addressOf, withDays } from "./filter";

/** Orders in memory at a time. */
const BATCH = 1_000;

/** A filtered list as a file: exactly the matching orders at this moment, in list order. */
export async function exportOrders(
  ctx: Ctx,
  { filter: given, only, ...choice }: OrdersExported,
  most = choice.format === "xlsx" ? WORKBOOK_ROWS_MAX : SHEET_ROWS_MAX,
): Promise<Result<ListFile, CannotExport>> {
  requirePermission(ctx, "transactions:export");
  const { columns, zone, format } = choice;
  // The record names the days: it is read on later ones.
  const filter = withDays(given, ctx.now());
  return exportList(ctx, {
    // Of a workbook the browser is sent the rows, a line of JSON each, and makes it.
    name: orderFileName(ctx.environment, filter, format, ctx.now()).replace(/xlsx$/, "ndjson"),
    count: countOf(transactions, exported(ctx, { filter, only }), most),
    most,
    entry: (rows) => ({
      action: "transactions.exported",
      subject: ctx.environment,
      detail: { list: filter.list, ...asked({ filter, only }), columns: columns.join(" "), rows, zone, format },
    }),
    text: (reading) => sheet(choice, ordersOf(ctx, reading, { filter, only })),
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

async function* ordersOf(ctx: Ctx, reading: Reading, { filter, only }: Pick<OrdersExported, "filter" | "only">) {
  const query = sql`select ${READ} from ${transactions}
    left join ${withdrawals} on ${eq(withdrawals.transactionRow, transactions.id)}
    left join ${deposits} on ${eq(deposits.transactionRow, transactions.id)}
    where ${exported(ctx, { filter, only })} order by ${sql.join(ordersBy(filter.sort), sql`, `)}`;
  for await (const orders of reading.batches<SheetOrder>(query, BATCH))
    yield seesPii(ctx) ? orders : orders.map(withMask);
}

const t = transactions;
const seconds = (at: PgColumn) => sql`extract(epoch from ${at})::float8`;
const CELLS: Record<SheetColumn, SQL | PgColumn> = {
  createdAt: seconds(t.createdAt),
  firstSeenAt: seconds(t.firstSeenAt),
  paidAt: seconds(t.paidAt),
  paidAtSource: sql`case when ${t.paidAt} is not null then ${t.endedAtSource} end`,
  updatedAt: seconds(t.updatedAt),
  evidenceAt: seconds(t.statusAt),
  referenceId: t.referenceId,
  transactionId: t.transactionId,
  type: t.type,
  playerId: t.playerId,
  currency: t.currency,
  amount: t.amount,
  fee: t.fee,
  netAmount: t.netAmount,
  actualAmount: t.actualAmount,
  state: sql`case when ${possiblySent} then 'unknown' else ${t.displayStatus} end`,
  status: t.status,
  submission: t.submission,
  discrepancy: sql`${t.discrepancyAt} is not null`,
  evidence: t.statusSource,
  bankCode: sql`coalesce(${withdrawals.destination}, ${deposits.payerBankCode})`,
  branchCode: withdrawals.destinationBranchCode,
  account: sql`coalesce(${withdrawals.destinationAccount}, ${deposits.payerAccount})`,
  accountName: sql`coalesce(${withdrawals.destinationAccountName}, ${deposits.payerAccountName})`,
};
const READ = sql.join(
  SHEET_COLUMNS.map((column) => sql`${CELLS[column]} as ${sql.identifier(column)}`),
  sql`, `,
);

const withMask = (order: SheetOrder): SheetOrder => ({
  ...order,
  account: masked(order.account, maskedAccount),
  accountName: masked(order.accountName, maskedName),
});

const masked = (cell: SheetOrder[SheetColumn], mask: (text: string) => string) =>
  typeof cell === "string" ? mask(cell) : cell;
