import "server-only";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { transactions } from "@/drizzle/schema/transactions";
import { plainAmount } from "@/lib/money/amount";
import { tokyoCell, zoned } from "@/lib/time";
import { endedFrom, inFlightSince } from "@/lib/transactions/list/open-at";
import type { Snapshot } from "./snapshot";

const BATCH = 2_000;

type Item = {
  reference_id: string;
  transaction_id: string | null;
  type: string;
  currency: string;
  amount: string;
  created_at: Date;
  display_status: string;
  ended_at: Date | null;
};

export const OPEN_ITEM_HEADER = [
  ...["reference", "transactionId", "type", "currency", "amount", zoned("createdAt"), "statusNow", zoned("endedAt")],
];

/** Orders that were open when the month ended, oldest first: still open, or ended since. */
export async function* openItems({ db, batches, environment, before }: Snapshot) {
  const t = transactions;
  const columns = {
    ...{ id: t.id, referenceId: t.referenceId, transactionId: t.transactionId, type: t.type, currency: t.currency },
    ...{ amount: t.amount, createdAt: t.createdAt, displayStatus: t.displayStatus, endedAt: t.endedAt },
  };
  const mine = and(eq(t.environment, environment), lt(t.createdAt, before));
  const which = (condition: SQL | undefined) => db.select(columns).from(t).where(and(mine, condition));
  // Each half has an index; one combined query would scan every order.
  const open = union(which(inFlightSince(before)), which(endedFrom(before))).as("open");
  const query = sql`select * from ${open} order by created_at, reference_id collate "C"`;
  for await (const items of batches<Item>(query, BATCH))
    yield items.map((item) => [
      ...[item.reference_id, item.transaction_id, item.type, item.currency, plainAmount(item.amount)],
      ...[tokyoCell(new Date(item.created_at)), item.display_status],
      item.ended_at ? tokyoCell(new Date(item.ended_at)) : "",
    ]);
}
