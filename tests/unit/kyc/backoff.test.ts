import fc from "fast-check";
import { expect, test } from "vitest";
import { playerBackoffMs } from "@/lib/kyc/backoff";
import { FINAL_LOOK_MS } from "@/lib/kyc/state";

/** When each look takes place, in seconds after it was sent, if nothing ever comes. */
function looks(count: number, spread: number): number[] {
  const at: number[] = [];
  for (let polls = 0, ageMs = 0; polls < count; polls++) {
    ageMs += playerBackoffMs({ polls, ageMs, spread });
    at.push(ageMs / 1_000);
  }
  return at;
}

test("asked often at first, and once more at 31 minutes", () => {
  expect(looks(9, 0.5)).toEqual([10, 30, 70, 150, 310, 630, 1270, 1860, 4420]);
});

test("no spread steps over the thirty-first minute", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (spread) => {
      expect(looks(20, spread)).toContain(FINAL_LOOK_MS / 1_000);
    }),
  );
});

test("the gap is never nothing, and never more than 29 hours", () => {
  fc.assert(
    fc.property(
      fc.nat(40),
      fc.nat(40 * 24 * 3_600_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (polls, ageMs, spread) => {
        const gap = playerBackoffMs({ polls, ageMs, spread });
        expect(gap).toBeGreaterThan(0);
        expect(gap).toBeLessThanOrEqual(29 * 3_600_000);
      },
    ),
  );
});
