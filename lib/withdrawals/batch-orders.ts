import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import type { Deps, RecordedOrder } from "@/lib/transactions/submission/order-type";
import { isRootOf } from "./batch-root";

type InBatch = NonNullable<RecordedOrder["batch"]>;

/** The batches that these orders are rows of, and whether the root on record covers each. */
export async function batchesOf({ db, vault }: Deps, transactionRows: string[]): Promise<Map<string, InBatch>> {
  if (transactionRows.length === 0) return new Map();
  const rows = await db
    .select({ transactionRow: batchRows.transactionRow, batch: batches })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(inArray(batchRows.transactionRow, transactionRows));
  const agreeing = new Map<string, boolean>();
  for (const { batch } of rows) {
    if (!agreeing.has(batch.id)) agreeing.set(batch.id, await rootHolds({ db, vault }, batch));
  }
  return new Map(
    rows.flatMap(({ transactionRow, batch }) =>
      transactionRow === null
        ? []
        : [[transactionRow, { id: batch.id, root: batch.root ?? "", agrees: agreeing.get(batch.id) === true }]],
    ),
  );
}

/** Whether the root on record is that of the rows on record. */
export async function rootHolds({ db, vault }: Deps, batch: typeof batches.$inferSelect): Promise<boolean> {
  const { root, id: batchId, environment, revision } = batch;
  if (root === null) return false;
  return isRootOf(vault, root, { environment, batchId, revision, digests: await digestsOf(db, batchId) });
}

/** The digests of the rows that are paid, in their order. Rows that are left out have none. */
async function digestsOf(db: Deps["db"], batchId: string): Promise<string[]> {
  const rows = await db
    .select({ digest: batchRows.digest })
    .from(batchRows)
    .where(eq(batchRows.batchId, batchId))
    .orderBy(asc(batchRows.line));
  return rows.flatMap(({ digest }) => digest ?? []);
}
