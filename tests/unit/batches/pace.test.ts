import { expect, test } from "vitest";
import { paceOf } from "@/lib/batches/pace";

test("is that of the last minute, or since the batch began", () => {
  expect(paceOf({ sent: 24, left: 96, sinceMs: 3_600_000 })).toEqual({ perMinute: 24, leftMs: 240_000 });
  expect(paceOf({ sent: 20, left: 40, sinceMs: 10_000 })).toEqual({ perMinute: 120, leftMs: 20_000 });
});

test("is not known where nothing has left, nothing is left, or it has only begun", () => {
  expect(paceOf({ sent: 0, left: 40, sinceMs: 60_000 })).toBeNull();
  expect(paceOf({ sent: 20, left: 0, sinceMs: 60_000 })).toBeNull();
  expect(paceOf({ sent: 20, left: 40, sinceMs: 4_000 })).toBeNull();
});
