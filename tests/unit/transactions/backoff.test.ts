import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffMs, hintBackoffMs, type Pace } from "@/lib/transactions/polling/backoff";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const at = (polls: number, pace: Pace) => backoffMs({ polls, pace, spread: 0.5 });

describe("the gap until the next status check", () => {
  test.each<[polls: number, urgent: number, usual: number, permanent: number]>([
    [0, 4_000, 1_500, 4_000],
    [1, 6_400, 2_400, 6_400],
    [2, 10_240, 3_840, 10_240],
    [3, 15_000, 6_144, 16_384],
    [6, 15_000, 25_166, 67_109],
    [12, 15_000, 422_212, 1_125_900],
    [16, 15_000, 30 * MINUTE, 7_378_698],
    [30, 15_000, 30 * MINUTE, 24 * 60 * MINUTE],
    [10_000, 15_000, 30 * MINUTE, 24 * 60 * MINUTE],
  ])(
    "after %i checks: %i ms where it is urgent, %i ms usually, %i ms permanently",
    (polls, urgent, usual, permanent) => {
      expect([at(polls, "urgent"), at(polls, "usual"), at(polls, "permanent")]).toEqual([urgent, usual, permanent]);
    },
  );

  test("begins with an hour where operations closed the order, and never exceeds a day", () => {
    expect([0, 1, 30].map((polls) => at(polls, "closed"))).toEqual([60 * MINUTE, 96 * MINUTE, 24 * 60 * MINUTE]);
  });

  const pace = fc.constantFrom<Pace>("urgent", "usual", "permanent", "closed");
  const polls = fc.nat(10_000);
  const spread = fc.double({ min: 0, max: 1, noNaN: true });

  test("never shrinks as an order stays as it is, and never deviates by more than a fifth", () => {
    fc.assert(
      fc.property(polls, pace, spread, (polls, pace, spread) => {
        expect(at(polls + 1, pace)).toBeGreaterThanOrEqual(at(polls, pace));
        const gap = backoffMs({ polls, pace, spread });
        expect(gap).toBeGreaterThanOrEqual(Math.floor(at(polls, pace) * 0.8));
        expect(gap).toBeLessThanOrEqual(Math.ceil(at(polls, pace) * 1.2));
      }),
    );
  });
});

describe("the gap between status checks that unsigned callbacks cause", () => {
  test.each([
    [0, 0],
    [4, 0],
    [5, 1_000],
    [8, 4_096],
    [20, MINUTE],
    [10_000, MINUTE],
  ])("after %i looks without news: %i ms", (polls, ms) => {
    expect(hintBackoffMs(polls)).toBe(ms);
  });
});
