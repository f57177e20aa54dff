import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AttestedAt,
  expiryOf,
  type LostRequest,
  nonCreationOf,
  type Question,
  surelyExpiredOf,
} from "@/lib/transactions/non-creation/rules";

const signedAt = new Date("2026-11-21T05:02:10Z");
/** Seconds after signing from which every clock says that the request has expired, where all of them agree. */
const expiry = 630;

const at = (seconds: number) => new Date(signedAt.getTime() + seconds * 1000);
const reading = (seconds: number, process = "sender") => ({ process, ms: 5_000_000 + seconds * 1000 });
const request: LostRequest = { signedAt, endedAt: reading(0) };

type Clocks = { stated?: number | null; own?: Question["reading"] };
/** Asked so many seconds after signing by our clock; the service's and our monotonic one agree with it or say otherwise. */
function asked(
  kind: Question["kind"],
  found: boolean,
  seconds: number,
  { stated = seconds, own }: Clocks = {},
): Question {
  const serviceTime = stated === null ? null : at(stated);
  return { kind, found, serviceTime, askedAt: at(seconds), reading: own === undefined ? reading(seconds) : own };
}
const absent = (seconds: number, clocks?: Clocks) => asked("status_check", false, seconds, clocks);
const control = (seconds: number, found = true, clocks?: Clocks) => asked("control", found, seconds, clocks);
const found = (seconds: number) => asked("status_check", true, seconds);
/** Two looks and a control from then on, enough where it has expired. */
const checks = (from: number, clocks: (seconds: number) => Clocks = () => ({})) => [
  absent(from, clocks(from)),
  absent(from + 61, clocks(from + 61)),
  control(from + 62, true, clocks(from + 62)),
];

test("a request expires five and a half minutes after it was signed, and surely so five minutes after that", () => {
  expect(expiryOf(signedAt)).toEqual(new Date("2026-11-21T05:07:40Z"));
  expect(surelyExpiredOf(signedAt)).toEqual(at(expiry));
});

describe("each clock has to say that it expired", () => {
  const proven = (questions: Question[], more: Partial<LostRequest> = {}) => {
    const nonCreation = nonCreationOf({ ...request, ...more }, questions);
    return nonCreation.kind === "not_created" ? "not_created" : nonCreation.clocks;
  };

  test("no clock is waited for where all of them agree", () => {
    expect(proven(checks(expiry + 1))).toBe("not_created");
    expect(proven([])).toEqual(["service", "own", "accepting"]);
    expect(proven(checks(20))).toEqual(["service", "own", "accepting"]);
  });

  test("the service's stated time: one that runs ahead by 290 s proves nothing sooner", () => {
    const ahead = (seconds: number) => ({ stated: seconds + 290 });
    expect(proven(checks(55, ahead))).toEqual(["own", "accepting"]);
    expect(proven(checks(500, ahead))).toEqual(["own", "accepting"]);
    expect(proven(checks(expiry + 1, ahead))).toBe("not_created");
    expect(proven(checks(expiry + 1, () => ({ stated: 330 })))).toEqual(["service"]);
  });

  test("our monotonic clock: ours that was set forward, and the service's with it, ends nothing sooner", () => {
    const own = (from: number) => (seconds: number) => ({ own: reading(seconds - from) });
    expect(proven(checks(700, own(600)))).toEqual(["own"]);
    expect(proven(checks(700, own(371)))).toEqual([]);
    expect(proven(checks(700, own(370)))).toBe("not_created");
  });

  test.each<[string, (seconds: number) => Clocks]>([
    ["is further than 30 s from ours", (seconds) => ({ stated: seconds - 31 })],
    ["jumps between answers", (seconds) => ({ stated: seconds + (seconds < 700 ? 16 : -16) })],
    ["is missing in one answer", (seconds) => ({ stated: seconds === 640 ? null : seconds })],
  ])("our monotonic clock has to show five minutes more where the service's %s", (_why, stated) => {
    const own = (by: number) => (seconds: number) => ({ ...stated(seconds), own: reading(seconds - by) });
    const early = (by: number) => [640, 641].map((seconds) => absent(seconds, own(by)(seconds)));
    expect(proven([...early(271), ...checks(900, own(271))])).toEqual([]);
    expect(proven([...early(269), ...checks(900, own(269))])).toBe("not_created");
  });

  test("after a restart our monotonic clock counts from the new process's first question", () => {
    const restarted = (seconds: number) => ({ own: reading(seconds - 9_000, "restarted") });
    const first = absent(900, restarted(900));
    expect(proven([first, ...checks(900 + 329, restarted).slice(0, 1)])).toEqual(["own"]);
    expect(proven([first, ...checks(900 + 269, restarted)])).toEqual([]);
    expect(proven([first, ...checks(900 + 330, restarted)])).toBe("not_created");
  });

  test("a dead sender leaves no start time, and a check during its sending does not count", () => {
    expect(proven(checks(900), { endedAt: null })).toEqual(["own"]);
    expect(proven([absent(300), ...checks(900)], { endedAt: null })).toBe("not_created");
    expect(proven([absent(300, { own: null }), ...checks(900)], { endedAt: null })).toEqual(["own"]);
  });

  test("the one by which it accepts: it answers only what was signed within five minutes of that", () => {
    const own = (seconds: number) => ({ own: reading(seconds + 1_000) });
    expect(proven(checks(expiry - 60, own))).toEqual([]);
    expect(proven([absent(expiry, own(expiry))])).toEqual(["accepting"]);
  });
});

describe("not created", () => {
  test("is two not-founds after expiry, a minute apart, and a control in the same minute", () => {
    const asked = [absent(10), absent(expiry + 5), absent(expiry + 65), control(expiry + 66)];
    expect(nonCreationOf(request, asked)).toEqual({
      kind: "not_created",
      expiredAt: at(expiry),
      checks: [at(expiry + 5), at(expiry + 65)],
    });
  });

  test.each<[string, Question[], string]>([
    ["nothing has been asked", [], "expiry"],
    ["every not-found came before expiry", [absent(10), absent(expiry), control(expiry)], "expiry"],
    ["only the control came after expiry", [absent(10), control(expiry + 1)], "first_look"],
    ["there is one not-found after expiry", [absent(expiry + 1), control(expiry + 2)], "second_look"],
    [
      "the two are less than a minute apart",
      [absent(expiry + 1), absent(expiry + 60), control(expiry + 60)],
      "second_look",
    ],
    ["there is no control", [absent(expiry + 1), absent(expiry + 61)], "control"],
    ["the control failed", [absent(expiry + 1), absent(expiry + 61), control(expiry + 62, false)], "control"],
    [
      "a control that found nothing stands for no look",
      [absent(expiry + 1), control(expiry + 61, false)],
      "second_look",
    ],
    [
      "the order itself was found, which is no control",
      [absent(expiry + 1), absent(expiry + 61), found(expiry + 62)],
      "control",
    ],
    ["a look that found it stands for none that did not", [absent(expiry + 1), found(expiry + 61)], "second_look"],
    ["the control is of another minute", [absent(expiry + 1), control(expiry + 2), absent(expiry + 63)], "control"],
  ])("is not said while %s", (_why, asked, missing) => {
    expect(nonCreationOf(request, asked)).toMatchObject({ kind: "not_proven", missing });
  });

  test("takes two checks that are just a minute apart, and a control that is just a minute from the second", () => {
    const asked = [absent(expiry + 1), absent(expiry + 61), control(expiry + 121)];
    expect(nonCreationOf(request, asked)).toMatchObject({ kind: "not_created" });
  });

  test("does not start over for a clock that is two seconds behind itself, nor speak of it", () => {
    const asked = [absent(expiry + 3), absent(expiry + 1)];
    expect(nonCreationOf(request, asked)).toMatchObject({ missing: "second_look", clockRanBack: false });
    expect(nonCreationOf(request, [absent(expiry + 4), absent(expiry + 1)])).toMatchObject({ clockRanBack: true });
  });

  test("is never said without the service's clock", () => {
    const asked = [absent(expiry + 1), absent(expiry + 61), control(expiry + 62, true, { stated: null })];
    expect(nonCreationOf(request, asked)).toMatchObject({ kind: "not_proven", missing: "service_clock" });
  });

  test("starts over when the service's clock steps back", () => {
    const fast = [absent(expiry + 1), absent(expiry + 61)];
    const back = control(expiry + 62, true, { stated: 20 });
    expect(nonCreationOf(request, [...fast, back])).toMatchObject({ missing: "expiry", clockRanBack: true });
    expect(nonCreationOf(request, [...fast, back, ...checks(expiry + 300)])).toMatchObject({ kind: "not_created" });
  });

  test("does not mind a second's disagreement between servers behind one address", () => {
    const asked = [absent(expiry + 2), control(expiry + 1), absent(expiry + 62), control(expiry + 61)];
    expect(nonCreationOf(request, asked)).toMatchObject({ kind: "not_created" });
  });
});

describe("where the service never tells its time", () => {
  const surely = expiry;
  const quiet = (kind: Question["kind"], seconds: number) => asked(kind, kind === "control", seconds, { stated: null });
  const look = (seconds: number) => quiet("status_check", seconds);
  const known = (seconds: number) => quiet("control", seconds);
  const word = (by: string, seconds: number): AttestedAt => ({ by, at: at(seconds) });

  const before = [look(surely + 1), look(surely + 61), known(surely + 62)];
  const two = [word("finance", surely + 100), word("approver", surely + 200)];
  const after = [look(surely + 201), look(surely + 261), known(surely + 262)];

  test("two users who found out elsewhere, and a proof like the usual one before and after, are not created", () => {
    expect(nonCreationOf(request, [...before, ...after], two)).toEqual({
      kind: "not_created",
      expiredAt: at(surely),
      checks: [at(surely + 201), at(surely + 261)],
    });
  });

  test.each<[string, Question[], AttestedAt[], string]>([
    ["by the timestamps it may not have expired", [look(10), look(surely), known(surely)], two, "expiry"],
    ["only the control is late enough", [known(surely + 1)], two, "first_look"],
    ["there is one look", [look(surely + 1), known(surely + 2)], two, "second_look"],
    ["there is no control", [look(surely + 1), look(surely + 61)], two, "control"],
    ["no user has confirmed", before, [], "first_word"],
    ["one person has said so", before, two.slice(0, 1), "second_word"],
    [
      "one person has said so twice",
      before,
      [word("finance", surely + 100), word("finance", surely + 150)],
      "second_word",
    ],
    ["it was not looked for since", before, two, "first_look"],
    ["it was looked for once since", [...before, ...after.slice(0, 1)], two, "second_look"],
    [
      "the first of the two was in the moment of the last word",
      [...before, look(surely + 200), look(surely + 260)],
      two,
      "second_look",
    ],
    ["no control was asked since", [...before, ...after.slice(0, 2)], two, "control"],
    ["the second word came after that", [...before, ...after], [two[0]!, word("approver", surely + 300)], "first_look"],
  ])("is not said while %s", (_why, questions, words, missing) => {
    expect(nonCreationOf(request, questions, words)).toMatchObject({
      missing,
      expiresAt: at(surely),
      clockRanBack: false,
    });
  });

  test("no confirmation is asked for where the service states its time now and then: its own time counts", () => {
    const stated = absent(surely + 90);
    expect(nonCreationOf(request, [...before, stated, ...after], two)).toMatchObject({ missing: "service_clock" });
    expect(nonCreationOf(request, [absent(10), look(20)], two)).toMatchObject({ missing: "service_clock" });
    // What it stated before that, and never since, is no hindrance.
    expect(nonCreationOf(request, [absent(10), ...before, ...after], two)).toMatchObject({ kind: "not_created" });
  });
});

/** What the console cannot see: true time, and how far each clock is off at each check. */
const second = fc.integer({ min: 0, max: 1_500 });
const off = fc.constantFrom(0, 0, 0, -600, -290, -240, -30, 30, 240, 290, 600);
const lived = fc.record({
  acceptsBehind: fc.constantFrom(0, 0, -290, 290),
  signedOff: fc.constantFrom(0, 0, -240, 240),
  dateAhead: off,
  asked: fc.array(
    fc.record({
      true: second,
      ours: off,
      date: off,
      tells: fc.constantFrom(true, true, true, false),
      process: fc.constantFrom("sender", "sender", "another"),
    }),
    { minLength: 3, maxLength: 12 },
  ),
});

test("however all the clocks stand, not created is never said while the service could still accept the request", () => {
  let proofs = 0;
  fc.assert(
    fc.property(lived, ({ acceptsBehind, signedOff, dateAhead, asked }) => {
      const lost = { signedAt: at(signedOff), endedAt: reading(0) };
      const accepting = (seconds: number) => seconds - acceptsBehind;
      const questions = asked
        .toSorted((a, b) => a.true - b.true)
        .flatMap((one): Question[] => {
          const isAnswered = Math.abs(accepting(one.true) - (one.true + one.ours)) <= 300;
          const serviceTime = one.tells ? at(accepting(one.true) + dateAhead + one.date) : null;
          const when = { serviceTime, askedAt: at(one.true + one.ours), reading: reading(one.true, one.process) };
          if (!isAnswered) return [];
          return [
            { kind: "status_check", found: false, ...when },
            { kind: "control", found: true, ...when },
          ];
        });
      const words = ["finance", "approver"].map((by) => ({ by, at: signedAt }));
      if (nonCreationOf(lost, questions, words).kind !== "not_created") return;
      proofs += 1;
      const last = Math.max(...asked.map((one) => one.true));
      expect(accepting(last)).toBeGreaterThan(signedOff + 330);
    }),
    { numRuns: 5_000 },
  );
  expect(proofs).toBeGreaterThan(10);
});

test("with any stated times, nothing is proven sooner than where the service states ours", () => {
  const questions = fc
    .uniqueArray(second, { minLength: 3, maxLength: 12 })
    .chain((seconds) => fc.tuple(...seconds.toSorted((a, b) => a - b).map((one) => fc.tuple(fc.constant(one), off))));
  fc.assert(
    fc.property(questions, (stated) => {
      const kind = (index: number) => (index % 3 === 2 ? "control" : "status_check");
      const as = (date: (seconds: number, by: number) => number) =>
        stated.map(([seconds, by], index) =>
          asked(kind(index), kind(index) === "control", seconds, { stated: date(seconds, by) }),
        );
      const isProven = (one: Question[]) => nonCreationOf(request, one).kind === "not_created";
      if (isProven(as((seconds, by) => seconds + by))) expect(isProven(as((seconds) => seconds))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});
