import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import type { Deps, RecordedOrder } from "@/lib/transactions/submission/order-type";
import { isRootOf } from "./batch-root";

type InBatch = NonNullable<RecordedOrder["batch"]>;
type Batch = typeof batches.$inferSelect;
type Order = { transactionRow: string; digest: string };

/** The batches of these orders, and whether the stored root covers each order. */
export async function batchesOf(deps: Deps, orders: Order[]): Promise<Map<string, InBatch>> {
  if (orders.length === 0) return new Map();
  const digests = new Map(orders.map(({ transactionRow, digest }) => [transactionRow, digest]));
  const rows = await deps.db
    .select({ transactionRow: batchRows.transactionRow, batch: batches })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(inArray(batchRows.transactionRow, [...digests.keys()]));
  const found = new Map<string, InBatch>();
  for (const { transactionRow, batch } of rows) {
    if (transactionRow === null) continue;
    const covered = await digestsUnder(deps, batch);
    const agrees = covered.has(digests.get(transactionRow) ?? "");
    found.set(transactionRow, { id: batch.id, root: batch.root ?? "", agrees });
  }
  return found;
}

/** Batches whose digests are kept here: as many as are sent at a time. */
const KEPT_MAX = 4;
const kept = new Map<string, ReadonlySet<string>>();

/**
 * The digests that a batch's root covers; none where the root is not that of the rows on record. Kept, as what a keyed
 * digest once matched it always matches: a row that is added or changed later has a digest that is not among them.
 */
export async function digestsUnder(deps: Deps, batch: Batch): Promise<ReadonlySet<string>> {
  return kept.get(keyOf(batch)) ?? (await verified(deps, batch)) ?? new Set();
}

/** Whether the stored root matches the stored rows. */
export const rootHolds = async (deps: Deps, batch: Batch): Promise<boolean> => (await verified(deps, batch)) !== null;

const keyOf = ({ environment, id, revision, root }: Batch) => `${environment} ${id} ${revision} ${root}`;

async function verified({ db, vault }: Deps, batch: Batch): Promise<ReadonlySet<string> | null> {
  const { root, id: batchId, environment, revision } = batch;
  if (root === null) return null;
  const digests = await digestsOf(db, batchId);
  if (!isRootOf(vault, root, { environment, batchId, revision, digests })) return null;
  const covered = new Set(digests);
  kept.delete(keyOf(batch));
  kept.set(keyOf(batch), covered);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return covered;
}

/** The digests of the rows to be paid, in order. Excluded rows have none. */
async function digestsOf(db: Deps["db"], batchId: string): Promise<string[]> {
  const rows = await db
    .select({ digest: batchRows.digest })
    .from(batchRows)
    .where(eq(batchRows.batchId, batchId))
    .orderBy(asc(batchRows.line));
  return rows.flatMap(({ digest }) => digest ?? []);
}
