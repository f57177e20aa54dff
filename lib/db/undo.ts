import "server-only";
import type { Tx } from "./connection";

/**
 * Runs `work` in a transaction, and rolls it back where `isUndone` says so of its result. Resolves to the result in both
 * cases.
 */
export async function undoing<T>(
  db: Pick<Tx, "transaction">,
  isUndone: (result: T) => boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let undone: { result: T; by: Error } | undefined;
  const done = db.transaction(async (tx) => {
    const result = await work(tx);
    if (!isUndone(result)) return result;
    // Not drizzle's own error: the connection may be another bundle's, whose classes are others.
    undone = { result, by: new Error("rolled back") };
    throw undone.by;
  });
  return done.catch((error: unknown) => {
    if (undone && error === undone.by) return undone.result;
    throw error;
  });
}
