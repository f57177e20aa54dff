import { expect, test } from "vitest";
import { ConcurrencyLimit } from "@/sandbox/callbacks/concurrency-limit";

test("a host is full at its share, and all hosts together have no more room than there is", () => {
  const limit = new ConcurrencyLimit(5, 2);
  for (const host of ["a", "a", "b", "b", "c"]) limit.take(host);
  expect([limit.free, limit.fullHosts]).toEqual([0, ["a", "b"]]);

  limit.release("a");
  expect([limit.free, limit.fullHosts]).toEqual([1, ["b"]]);
  limit.take("a");
  expect([limit.free, limit.fullHosts]).toEqual([0, ["a", "b"]]);
  for (const host of ["a", "a", "b", "b", "c"]) limit.release(host);
  expect([limit.free, limit.fullHosts]).toEqual([5, []]);
});
