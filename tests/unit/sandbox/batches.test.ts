import { describe, expect, test } from "vitest";
import { inBatches } from "@/sandbox/batches";
import { CommitLost } from "@/sandbox/database";

describe("batches", () => {
  test("gather what arrives while one is being written, and answer each caller with its own outcome", async () => {
    const sizes: number[] = [];
    const double = inBatches<number, number>(async (items) => {
      sizes.push(items.length);
      await new Promise((resolve) => setImmediate(resolve));
      return items.map((item) => item * 2);
    }, 10);
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => double(index)));
    expect(answers).toEqual(Array.from({ length: 25 }, (_, index) => index * 2));
    expect(sizes).toEqual([10, 10, 5]);
  });

  test("callers that are answered together come together the next time", async () => {
    const sizes: number[] = [];
    const write = inBatches<number, number>(async (items) => {
      sizes.push(items.length);
      await new Promise((resolve) => setImmediate(resolve));
      return items;
    });
    const caller = async () => {
      for (let round = 0; round < 5; round += 1) await write(round);
    };
    await Promise.all(Array.from({ length: 8 }, caller));
    expect(sizes).toEqual([8, 8, 8, 8, 8]);
  });

  test("a bad item fails alone", async () => {
    const write = inBatches<number, string>(async (items) => {
      if (items.includes(3)) throw new Error("3 is bad");
      return items.map(String);
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map(write));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  test("a batch whose commit was lost is not written again", async () => {
    let writes = 0;
    const write = inBatches<number, number>(async (items) => {
      writes += 1;
      if (items.length > 1) throw new CommitLost("lost");
      return items;
    });
    const results = await Promise.allSettled([1, 2, 3].map(write));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(writes).toBe(1);
  });
});
