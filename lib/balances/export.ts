import "server-only";
import { sql } from "drizzle-orm";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { csvStream } from "@/lib/csv/stream";
import { startReading } from "@/lib/db/read-snapshot";
import { freshDb } from "@/lib/db/replica";
import type { Download } from "@/lib/exports/download";
import { tokyoCell, tokyoDay, zoned } from "@/lib/time";
import { spanOf } from "./queries";
import { type HistoryFilter, historyQuery } from "./range";
import { newestBalances } from "./snapshots";

const BATCH = 1_000;
const HEADER = ["currency", zoned("from"), zoned("until"), "available", "ledger"];

/**
 * Every answer that was kept in the range, the oldest first: not thinned as the chart is. Where no balance is known yet
 * the file has its header alone.
 */
export async function exportBalanceHistory(
  ctx: Ctx,
  filter: HistoryFilter,
): Promise<Download<ReadableStream<Uint8Array>>> {
  requirePermission(ctx, "transactions:export");
  const newest = await newestBalances(ctx);
  const { currency } = newest.find((balance) => balance.currency === filter.currency) ??
    newest[0] ?? { currency: "none" };
  await ctx.db.transaction((tx) => {
    const detail = { currency, filter: historyQuery(filter) };
    return record(tx, ctx, { action: "balances.exported", subject: ctx.environment, detail });
  });
  const span = spanOf(filter, ctx.now());
  const [from, until] = [span.from, span.until].map((at) => tokyoDay(at).replaceAll("-", ""));
  return {
    name: `choba-${ctx.environment}-balances-${currency}-${from}-${until}.csv`,
    body: csvStream(HEADER, rowsOf(ctx, currency, span)),
  };
}

/** Times come as seconds since 1970. */
type Row = { from: number; until: number; available: string; ledger: string };

async function* rowsOf(ctx: Ctx, currency: string, span: ReturnType<typeof spanOf>) {
  const { firstSeenAt, lastSeenAt, ...snapshot } = balanceSnapshots;
  const query = sql`
    select extract(epoch from ${firstSeenAt})::float8 as from, extract(epoch from ${lastSeenAt})::float8 as until,
      ${snapshot.available}::text as available, ${snapshot.ledger}::text as ledger
    from ${balanceSnapshots}
    where ${snapshot.environment} = ${ctx.environment} and ${snapshot.currency} = ${currency}
      and ${lastSeenAt} >= ${span.from} and ${firstSeenAt} <= ${span.until}
    order by ${firstSeenAt}`;
  const reading = await startReading(await freshDb(ctx.db));
  try {
    for await (const rows of reading.batches<Row>(query, BATCH))
      yield rows.map(({ from, until, available, ledger }) => {
        const times = [from, until].map((seconds) => tokyoCell(new Date(seconds * 1_000)));
        return [currency, ...times, available, ledger];
      });
  } finally {
    await reading.end();
  }
}
