import { setImmediate as othersHadTheirTurn } from "node:timers/promises";
import { CommitLost } from "./database";

type Waiting<I, O> = { item: I; resolve: (outcome: O) => void; reject: (reason: unknown) => void };

/**
 * One writer, many callers: what arrives while a batch is being committed
 * forms the next one, so a busy account costs one commit a batch and not one a
 * caller. A batch that was rolled back is tried again item by item, so that one
 * bad item harms no other. A lost commit is never tried again.
 */
export function inBatches<I, O>(write: (items: I[]) => Promise<O[]>, most = 256): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let writing = false;

  async function commit(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const outcomes = await write(batch.map(({ item }) => item));
      if (outcomes.length !== batch.length) throw new Error("a batch must give one outcome for each item");
      for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
    } catch (error) {
      if (batch.length === 1 || error instanceof CommitLost) for (const { reject } of batch) reject(error);
      else for (const one of batch) await commit([one]);
    }
  }

  async function drain(): Promise<void> {
    writing = true;
    // Callers that were answered together come again together. Without a turn for them, the first would go alone.
    for (await othersHadTheirTurn(); waiting.length > 0; await othersHadTheirTurn()) {
      await commit(waiting.splice(0, most));
    }
    writing = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!writing) void drain();
    });
}
