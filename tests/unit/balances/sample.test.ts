import { expect, test } from "vitest";
import { samplesOf, sinceFirstAnswer } from "@/components/balances/sample";

const span = { from: "2026-11-21T00:00:00.000Z", until: "2026-11-21T10:00:00.000Z", gapMs: 1_800_000 };
const hour = (nth: number) => `2026-11-21T${String(nth).padStart(2, "0")}:00:00.000Z`;
/** Said at this hour, and last at that one. */
const point = (from: number, available: string, until = 10) => ({
  ...{ at: hour(from), until: hour(until) },
  ...{ available, ledger: available },
});
const values = (points: ReturnType<typeof point>[]) =>
  samplesOf({ ...span, points }, 11).map(({ balance }) => balance?.available ?? null);

test("a balance stays what it was until it is another, and until now after the last answer", () => {
  expect(values([point(0, "0", 5), point(5, "100")])).toEqual([..."0".repeat(5), ...Array(6).fill("100")]);
});

test("nothing is known before the first answer", () => {
  expect(values([point(8, "7")])).toEqual([...Array(8).fill(null), "7", "7", "7"]);
  expect(values([])).toEqual(Array(11).fill(null));
});

test("hours without a response are a gap, also where the balance is the same afterwards, and at the end", () => {
  expect(values([point(0, "7", 2), point(6, "7", 8)])).toEqual([
    ...["7", "7", "7", null, null, null],
    ...["7", "7", "7", null, null],
  ]);
  expect(values([point(0, "7", 6), point(6, "7")])).not.toContain(null);
});

test("the samples are as many as are asked for, from the one end to the other", () => {
  const samples = samplesOf({ ...span, points: [point(0, "7")] });
  expect(samples.length).toBeLessThanOrEqual(200);
  expect([samples[0]?.at, samples.at(-1)?.at]).toEqual([span.from, span.until]);
});

test("a silence at the beginning is drawn as one; the time before the first answer ever is not", () => {
  const points = [point(5, "7")];
  const [silent] = samplesOf(sinceFirstAnswer({ ...span, points, knownSince: "2026-11-20T23:00:00.000Z" }));
  expect(silent).toEqual({ at: span.from, balance: null });
  const [first] = samplesOf(sinceFirstAnswer({ ...span, points, knownSince: hour(5) }));
  expect(first).toEqual({ at: hour(5), balance: { available: "7", ledger: "7" } });
});
