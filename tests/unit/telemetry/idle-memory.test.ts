import { getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { giveBackIdleMemory } from "@/lib/telemetry/idle-memory";

const heapMb = () => getHeapStatistics().total_heap_size / 2 ** 20;
const GARBAGE_MB = 80;

test("memory of a process that has nothing to do is given back", async () => {
  // Kept until it has reached the old part of the heap, which nothing collects while nothing is allocated.
  let kept: object[] | null = Array.from({ length: GARBAGE_MB * 2 ** 14 }, (_, number) => ({ number, text: [number] }));
  const full = heapMb();
  expect(kept.length).toBeGreaterThan(0);
  kept = null;
  const stop = giveBackIdleMemory(500);
  await expect.poll(heapMb, { timeout: 60_000, interval: 500 }).toBeLessThan(full - GARBAGE_MB / 2);
  stop();
}, 90_000);
