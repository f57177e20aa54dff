import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { absenceOf, expiryOf, type Question, type Word } from "@/lib/transactions/absence";

const signedAt = new Date("2026-11-21T05:02:10Z");
const expiry = 330;

/** Seconds after signing, by the service's clock. */
const at = (seconds: number | null) => (seconds === null ? null : new Date(signedAt.getTime() + seconds * 1000));
const asked = (kind: Question["kind"], found: boolean, told: number | null): Question => ({
  ...{ kind, found, serviceTime: at(told) },
  askedAt: at(told) ?? signedAt,
});
const absent = (seconds: number | null) => asked("look", false, seconds);
const control = (seconds: number | null, found = true) => asked("control", found, seconds);
const found = (seconds: number) => asked("look", true, seconds);

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

describe("where the service never tells its time", () => {
  /** By the timestamps of what it answers: five minutes more, as its clock may be so far behind them. */
  const surely = expiry + 300;
  const quiet = (kind: Question["kind"], seconds: number, found = kind === "control"): Question => ({
    ...{ kind, found, serviceTime: null },
    askedAt: at(seconds)!,
  });
  const look = (seconds: number) => quiet("look", seconds);
  const known = (seconds: number) => quiet("control", seconds);
  const word = (by: string, seconds: number): Word => ({ by, at: at(seconds)! });

  const before = [look(surely + 1), look(surely + 61), known(surely + 62)];
  const two = [word("finance", surely + 100), word("approver", surely + 200)];
  const after = [look(surely + 201), look(surely + 261), known(surely + 262)];

  test("two people who found out elsewhere, and a proof like the usual one before and after, are not created", () => {
    expect(absenceOf(signedAt, [...before, ...after], two)).toEqual({
      kind: "not created",
      expiredAt: at(surely),
      looks: [at(surely + 201), at(surely + 261)],
    });
  });

  test.each<[string, Question[], Word[], string]>([
    ["by the timestamps it may not have expired", [look(10), look(surely), known(surely)], two, "sure expiry"],
    ["only the control is late enough", [known(surely + 1)], two, "first look"],
    ["there is one look", [look(surely + 1), known(surely + 2)], two, "second look"],
    ["there is no control", [look(surely + 1), look(surely + 61)], two, "control"],
    ["nobody has said so", before, [], "first word"],
    ["one person has said so", before, two.slice(0, 1), "second word"],
    [
      "one person has said so twice",
      before,
      [word("finance", surely + 100), word("finance", surely + 150)],
      "second word",
    ],
    ["it was not looked for since", before, two, "first look"],
    ["it was looked for once since", [...before, ...after.slice(0, 1)], two, "second look"],
    [
      "the first of the two was in the moment of the last word",
      [...before, look(surely + 200), look(surely + 260)],
      two,
      "second look",
    ],
    ["no control was asked since", [...before, ...after.slice(0, 2)], two, "control"],
    ["the second word came after that", [...before, ...after], [two[0]!, word("approver", surely + 300)], "first look"],
  ])("is not said while %s", (_why, questions, words, missing) => {
    expect(absenceOf(signedAt, questions, words)).toMatchObject({
      missing,
      expiresAt: at(surely),
      clockRanBack: false,
    });
  });

  test("nobody's word is asked for where it tells its time now and then: it is held to that", () => {
    const told = absent(surely + 90);
    expect(absenceOf(signedAt, [...before, told, ...after], two)).toMatchObject({ missing: "service clock" });
    expect(absenceOf(signedAt, [absent(10), look(20)], two)).toMatchObject({ missing: "service clock" });
    // What it told before that, and never since, is no hindrance.
    expect(absenceOf(signedAt, [absent(10), ...before, ...after], two)).toMatchObject({ kind: "not created" });
  });
});

test("whatever was asked and said, not created is never said while the service could still accept the request", () => {
  // It answers what is signed within five minutes of its clock, and may tell its time or not.
  const question = fc
    .record({
      kind: fc.constantFrom("look" as const, "control" as const),
      found: fc.boolean(),
      true: fc.integer({ min: 0, max: expiry }),
      ahead: fc.integer({ min: -300, max: 300 }),
      tells: fc.boolean(),
    })
    .map(({ kind, found, true: seconds, ahead, tells }) => ({
      ...{ kind, found, serviceTime: tells ? at(seconds) : null },
      askedAt: at(seconds + ahead)!,
    }));
  const quiet = fc.array(
    question.map((one) => ({ ...one, serviceTime: null })),
    { maxLength: 30 },
  );
  const words = ["finance", "approver"].map((by) => ({ by, at: signedAt }));
  fc.assert(
    fc.property(fc.oneof(fc.array(question, { maxLength: 30 }), quiet), (asked) => {
      expect(absenceOf(signedAt, asked, words).kind).not.toBe("not created");
    }),
  );
});
