import "server-only";
import { TransactionRollbackError } from "drizzle-orm";
import type { Tx } from "./connection";

/** Runs `work` in a transaction, and rolls it back where `isUndone` says so of its result. Resolves to the result either way. */
export async function undoing<T>(
  db: Pick<Tx, "transaction">,
  isUndone: (result: T) => boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let undone: { result: T } | undefined;
  const done = db.transaction(async (tx) => {
    const result = await work(tx);
    if (!isUndone(result)) return result;
    undone = { result };
    return tx.rollback();
  });
  return done.catch((error: unknown) => {
    if (undone && error instanceof TransactionRollbackError) return undone.result;
    throw error;
  });
}
