import "server-only";
import { TransactionRollbackError } from "drizzle-orm";
import type { Tx } from "./connection";

/** A transaction that is rolled back where what came of it is to be undone. Resolves to that in either case. */
export async function undoing<T>(
  db: Pick<Tx, "transaction">,
  isUndone: (came: T) => boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let undone: { came: T } | undefined;
  const done = db.transaction(async (tx) => {
    const came = await work(tx);
    if (!isUndone(came)) return came;
    undone = { came };
    return tx.rollback();
  });
  return done.catch((error: unknown) => {
    if (undone && error instanceof TransactionRollbackError) return undone.came;
    throw error;
  });
}
