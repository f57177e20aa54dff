import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { absenceOf, expiryOf, type Question } from "@/lib/transactions/absence";

const signedAt = new Date("2026-11-21T05:02:10Z");
const expiry = 330;

/** Seconds after signing, by the service's clock. */
const at = (seconds: number | null) => (seconds === null ? null : new Date(signedAt.getTime() + seconds * 1000));
const absent = (seconds: number | null): Question => ({ kind: "look", found: false, serviceTime: at(seconds) });
const control = (seconds: number | null, found = true): Question => ({
  kind: "control",
  found,
  serviceTime: at(seconds),
});

const found = (seconds: number): Question => ({ kind: "look", found: true, serviceTime: at(seconds) });

test("a request expires five and a half minutes after it was signed", () => {
  expect(expiryOf(signedAt)).toEqual(new Date("2026-11-21T05:07:40Z"));
});

describe("not created", () => {
  test("is two not-founds after expiry, a minute apart, and a control in the same minute", () => {
    const asked = [absent(10), absent(expiry + 5), absent(expiry + 65), control(expiry + 66)];
    expect(absenceOf(signedAt, asked)).toEqual({
      kind: "not created",
      expiredAt: at(expiry),
      looks: [at(expiry + 5), at(expiry + 65)],
    });
  });

  test.each<[string, Question[], string]>([
    ["nothing has been asked", [], "expiry"],
    ["every not-found came before expiry", [absent(10), absent(expiry), control(expiry)], "expiry"],
    ["only the control came after expiry", [absent(10), control(expiry + 1)], "first look"],
    ["there is one not-found after expiry", [absent(expiry + 1), control(expiry + 2)], "second look"],
    [
      "the two are less than a minute apart",
      [absent(expiry + 1), absent(expiry + 60), control(expiry + 60)],
      "second look",
    ],
    ["there is no control", [absent(expiry + 1), absent(expiry + 61)], "control"],
    ["the control failed", [absent(expiry + 1), absent(expiry + 61), control(expiry + 62, false)], "control"],
    [
      "a control that found nothing stands for no look",
      [absent(expiry + 1), control(expiry + 61, false)],
      "second look",
    ],
    [
      "the order itself was found, which is no control",
      [absent(expiry + 1), absent(expiry + 61), found(expiry + 62)],
      "control",
    ],
    ["a look that found it stands for none that did not", [absent(expiry + 1), found(expiry + 61)], "second look"],
    ["the control is of another minute", [absent(expiry + 1), control(expiry + 2), absent(expiry + 63)], "control"],
  ])("is not said while %s", (_why, asked, missing) => {
    expect(absenceOf(signedAt, asked)).toMatchObject({ kind: "not proven", missing });
  });

  test("takes two looks that are just a minute apart, and a control that is just a minute from the second", () => {
    const asked = [absent(expiry + 1), absent(expiry + 61), control(expiry + 121)];
    expect(absenceOf(signedAt, asked)).toMatchObject({ kind: "not created" });
  });

  test("does not start over for a clock that is two seconds behind itself, nor speak of it", () => {
    const asked = [absent(expiry + 3), absent(expiry + 1)];
    expect(absenceOf(signedAt, asked)).toMatchObject({ missing: "second look", clockRanBack: false });
    expect(absenceOf(signedAt, [absent(expiry + 4), absent(expiry + 1)])).toMatchObject({ clockRanBack: true });
  });

  test("is never said without the service's clock", () => {
    const asked = [absent(expiry + 1), absent(expiry + 61), control(null)];
    expect(absenceOf(signedAt, asked)).toMatchObject({ kind: "not proven", missing: "service clock" });
  });

  test("starts over when the service's clock steps back", () => {
    const fast = [absent(expiry + 1), absent(expiry + 61)];
    expect(absenceOf(signedAt, [...fast, control(expiry - 200)])).toMatchObject({
      missing: "expiry",
      clockRanBack: true,
    });
    const later = [absent(expiry + 300), absent(expiry + 360), control(expiry + 361)];
    expect(absenceOf(signedAt, [...fast, control(20), ...later])).toMatchObject({ kind: "not created" });
  });

  test("does not mind a second's disagreement between servers behind one address", () => {
    const asked = [absent(expiry + 2), control(expiry + 1), absent(expiry + 62), control(expiry + 61)];
    expect(absenceOf(signedAt, asked)).toMatchObject({ kind: "not created" });
  });
});

test("whatever was asked, not created is never said while the service could still accept the request", () => {
  const question = fc.record({
    kind: fc.constantFrom("look" as const, "control" as const),
    found: fc.boolean(),
    serviceTime: fc.option(fc.integer({ min: 0, max: expiry }).map((seconds) => at(seconds)!)),
  });
  fc.assert(
    fc.property(fc.array(question, { maxLength: 30 }), (asked) => {
      expect(absenceOf(signedAt, asked).kind).not.toBe("not created");
    }),
  );
});
