import { describe, expect, test } from "vitest";
import { inBatches } from "@/sandbox/batches";
import { CommitLost } from "@/sandbox/database";

describe("batches", () => {
  test("gather what arrives while one is being written, and answer each caller with its own outcome", async () => {
    const sizes: number[] = [];
    const write = async (items: number[]) => {
      sizes.push(items.length);
      await aTurn();
      return items.map((item) => item * 2);
    };
    const double = inBatches({ write, most: 10 });
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => double(index)));
    expect(answers).toEqual(Array.from({ length: 25 }, (_, index) => index * 2));
    expect(sizes).toEqual([10, 10, 5]);
  });

  test("callers that are answered together come together the next time", async () => {
    const sizes: number[] = [];
    const write = inBatches<number, number>({
      write: async (items) => {
        sizes.push(items.length);
        await aTurn();
        return items;
      },
    });
    const caller = async () => {
      for (let round = 0; round < 5; round += 1) await write(round);
    };
    await Promise.all(Array.from({ length: 8 }, caller));
    expect(sizes).toEqual([8, 8, 8, 8, 8]);
  });

  test("a bad item fails alone", async () => {
    const write = inBatches<number, string>({
      write: async (items) => {
        if (items.includes(3)) throw new Error("3 is bad");
        return items.map(String);
      },
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map(write));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  test("a batch whose commit was lost is not written again", async () => {
    let writes = 0;
    const write = inBatches<number, number>({
      write: async (items) => {
        writes += 1;
        if (items.length > 1) throw new CommitLost("lost");
        return items;
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(write));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(writes).toBe(1);
  });

  test("of very many, one half is prepared while the other is being written", async () => {
    const { sizes, hurry, finish } = byHand();
    const answers = Promise.all(Array.from({ length: 80 }, (_, item) => item).map(inBatches({ write, hurry })));
    await aTurn();
    expect(sizes).toEqual([40, 40]);
    finish();
    expect(await answers).toEqual(Array.from({ length: 80 }, (_, item) => `${item} fast`));
  });

  test("a few wait until the batch before them is written, and then go before those whom that answers", async () => {
    const { sizes, hurry, finish } = byHand();
    const ask = inBatches({ write, hurry });
    const first = ask(1).then(() => sizes.push(-1));
    await aTurn();
    const later = [2, 3].map(ask);
    await aTurn();
    expect(sizes).toEqual([1]);
    finish();
    await first;
    expect(sizes).toEqual([1, 2, -1]);
    finish();
    expect(await Promise.all(later)).toEqual(["2 fast", "3 fast"]);
  });

  test("what could not be hurried is written alone, before all that came later", async () => {
    const { sizes, hurry, finish } = byHand();
    const log: string[] = [];
    const ask = inBatches({
      hurry,
      write: async (items: number[]) => {
        log.push(`alone ${items.length}`);
        await aTurn();
        log.push("done");
        return items.map(String);
      },
    });
    const answers = Array.from({ length: 80 }, (_, item) => item).map(ask);
    await aTurn();
    const later = ask(80).then((said) => log.push(said));
    finish(null);
    await aTurn();
    // The other half is still on its way.
    expect(log).toEqual([]);
    finish();
    expect(await Promise.all(answers)).toEqual(
      Array.from({ length: 80 }, (_, item) => (item < 40 ? `${item}` : `${item} fast`)),
    );
    await aTurn();
    finish();
    await later;
    expect(log).toEqual(["alone 40", "done", "80 fast"]);
    expect(sizes).toEqual([40, 40, 1]);
  });

  test("what was hurried and may have been written is not written again", async () => {
    const lost = inBatches<number, string>({ write, hurry: () => Promise.reject(new CommitLost("lost")) });
    await expect(lost(1)).rejects.toThrow("lost");
    const failed = inBatches<number, string>({ write, hurry: () => Promise.reject(new Error("rolled back")) });
    expect(await failed(1)).toBe("1");
    const odd = inBatches<number, string>({ write, hurry: async () => [] });
    await expect(odd(1)).rejects.toThrow("one outcome for each item");
  });
});

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

const write = async (items: number[]) => items.map(String);

/** A fast way whose batches end when the test says so, oldest first; null where one was not to be. */
function byHand() {
  const sizes: number[] = [];
  const ends: ((isDone: boolean) => void)[] = [];
  const hurry = (items: number[]) => {
    sizes.push(items.length);
    return new Promise<string[] | null>((resolve) => {
      ends.push((isDone) => resolve(isDone ? items.map((item) => `${item} fast`) : null));
    });
  };
  return { sizes, hurry, finish };

  function finish(how?: null) {
    for (const end of how === null ? ends.splice(0, 1) : ends.splice(0)) end(how !== null);
  }
}
