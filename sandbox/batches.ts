import { CommitLost } from "./database";

type Waiting<I, O> = { item: I; resolve: (outcome: O) => void; reject: (reason: unknown) => void };

/** How a batch is written: each way gives one outcome for each item. */
export type Ways<I, O> = {
  /** The certain way. It is taken alone: nothing else of ours is being written meanwhile. */
  write: (items: I[]) => Promise<O[]>;
  /**
   * A faster way to try first, which may overlap with itself: what is sent later is written later. Null where it is
   * not worth trying, or where nothing was written; then the certain way is taken.
   */
  hurry?: (items: I[]) => Promise<O[] | null> | null;
  most?: number;
};

/** While one batch is being committed the next is only sent when it has so many items: a commit is dear. */
const WORTH_OVERLAPPING = 16;

/**
 * One writer, many callers: what arrives while a batch is being committed
 * forms the next one, so a busy account costs one commit a batch and not one a
 * caller. A batch that was rolled back is tried again item by item, so that one
 * bad item harms no other. A lost commit is never tried again.
 */
export function inBatches<I, O>({ write, hurry = () => null, most = 256 }: Ways<I, O>): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  /** What is to be written in the certain way, before all else. */
  const undone: Waiting<I, O>[] = [];
  let hurrying = 0;
  let isWriting = false;
  let isCalled = false;

  function work(): void {
    isCalled = false;
    while (!isWriting && waiting.length + undone.length > 0) {
      if (undone.length > 0) {
        if (hurrying === 0) void alone(undone.splice(0, most));
        return;
      }
      if (hurrying > 1 || (hurrying === 1 && waiting.length < WORTH_OVERLAPPING)) return;
      const batch = waiting.splice(0, howMany());
      const trying = hurry(batch.map(({ item }) => item));
      if (trying) void tried(batch, trying);
      else undone.push(...batch);
    }
  }

  /** Of very many the first half goes ahead, so that one half is prepared while the other is being committed. */
  function howMany(): number {
    const isWorthHalving = hurrying === 0 && waiting.length >= 2 * WORTH_OVERLAPPING;
    return Math.min(most, isWorthHalving ? Math.ceil(waiting.length / 2) : waiting.length);
  }

  async function tried(batch: Waiting<I, O>[], trying: Promise<O[] | null>): Promise<void> {
    hurrying += 1;
    let settle = (): void => void undone.push(...batch);
    try {
      const outcomes = await trying;
      if (outcomes) settle = () => answer(batch, outcomes);
    } catch (error) {
      if (error instanceof CommitLost) settle = () => refuse(batch, error);
    }
    hurrying -= 1;
    settle();
    // Those who came meanwhile are sent before those who are answered now have gone on: the database waits for nobody.
    work();
    call();
  }

  async function alone(batch: Waiting<I, O>[]): Promise<void> {
    isWriting = true;
    await commit(batch);
    isWriting = false;
    call();
  }

  async function commit(batch: Waiting<I, O>[]): Promise<void> {
    try {
      answer(batch, await write(batch.map(({ item }) => item)));
    } catch (error) {
      if (batch.length === 1 || error instanceof CommitLost) refuse(batch, error);
      else for (const one of batch) await commit([one]);
    }
  }

  /** Works soon. Callers that are answered together come again together; without a turn for them, the first would go alone. */
  function call(): void {
    if (!isCalled) setImmediate(work);
    isCalled = true;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      call();
    });
}

function answer<I, O>(batch: Waiting<I, O>[], outcomes: O[]): void {
  // It is written: tried again, it would be written twice.
  if (outcomes.length !== batch.length) refuse(batch, new Error("a batch must give one outcome for each item"));
  else for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
}

function refuse<I, O>(batch: Waiting<I, O>[], reason: unknown): void {
  for (const { reject } of batch) reject(reason);
}
