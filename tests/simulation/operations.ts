import fc from "fast-check";
import { CREATE_FAULTS, HELD, QUERY_FAULTS } from "./network";
import { FINAL_STATUSES } from "./service-constants";

/*
 * What may happen next, as small numbers: which order, which person, which process is decided when it happens, from
 * what there is then. So a part of a run is a run, and a failing one can be made shorter.
 */

const which = fc.nat(997);
const instance = fc.nat(1);
/** Does it run to its end undisturbed, or is it suspended at its first boundary? */
const atOnce = fc.constantFrom(true, true, false);

const mishap = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ kind: "none" } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("dies" as const), atStatement: fc.integer({ min: 1, max: 14 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "dies after it is done" } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("loses the database" as const),
      atStatement: fc.integer({ min: 1, max: 14 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "loses the acknowledgement" } as const) },
);

const of = <K extends string, T extends Record<string, fc.Arbitrary<unknown>>>(weight: number, what: K, more: T) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(what), ...more }) as fc.Arbitrary<
    { do: K } & { [N in keyof T]: T[N] extends fc.Arbitrary<infer V> ? V : never }
  >,
});

/** Mostly while a lost request may still arrive, sometimes after that, seldom beyond the patience of approvers. */
const PASSING = [1, 5, 16, 16, 31, 31, 31, 31, 61, 61, 61, 61, 61, 95, 95, 95, 95, 95, 130, 130, 301, 331, 331, 90_000];

export const operation = fc.oneof(
  of(14, "request", { who: fc.constantFrom(0, 0, 1, 1, 2, 3, 6), form: fc.nat(5), terms: fc.nat(4), instance, atOnce }),
  of(14, "decide", {
    who: fc.constantFrom(0, 1, 2, 2, 3, 4, 4, 5),
    order: which,
    decision: fc.nat(9),
    stale: fc.nat(7),
    own: fc.nat(4),
    instance,
    atOnce,
  }),
  of(2, "take back", { who: which, order: which, instance, atOnce }),
  of(7, "reissue", { who: fc.constantFrom(0, 1, 2, 3, 6), order: which, instance, atOnce }),
  of(3, "correct", { who: fc.constantFrom(0, 1, 2, 3, 6), order: which, terms: fc.nat(4), instance, atOnce }),
  of(4, "attest", { who: fc.constantFrom(1, 2, 3, 4, 5, 6), order: which, instance, atOnce }),
  of(54, "job", { which, again: fc.boolean(), instance, atOnce }),
  of(8, "sweep", { instance, atOnce }),
  of(6, "judge", { instance, atOnce }),
  of(2, "expire", { instance, atOnce }),
  of(18, "ask", { who: which, order: which, instance, atOnce }),
  of(26, "step", { which, mishap }),
  of(10, "finish", { which }),
  of(2, "power fails", { instance }),
  of(28, "time passes", { seconds: fc.constantFrom(...PASSING) }),
  of(3, "clock jumps", { instance, seconds: fc.constantFrom(-600, -240, -30, 0, 0, 0, 30, 240, 600) }),
  of(10, "create goes wrong", {
    fault: fc.oneof(fc.constantFrom(...CREATE_FAULTS), fc.constantFrom(...HELD)),
    slowMs: fc.constantFrom(1_000, 12_000, 29_000),
  }),
  of(4, "query goes wrong", { fault: fc.constantFrom(...QUERY_FAULTS) }),
  of(1, "misrouted", {}),
  of(3, "held arrives", { which }),
  of(8, "end", { which, to: fc.constantFrom("COMPLETED", ...FINAL_STATUSES) }),
  of(3, "money returns", { which }),
  of(10, "callback", { which, lost: fc.boolean(), again: fc.boolean(), instance, atOnce }),
  of(4, "forgery", {
    which,
    how: fc.nat(4),
    status: fc.constantFrom("COMPLETED", "FAILED", "PENDING"),
    instance,
    atOnce,
  }),
  of(1, "tampering", { which }),
);

export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

export const OPERATIONS = 200;

/** One run: so many things that happen, whether the service signs and tells its time, and by which clock. */
export const run = fc.record({
  seed: fc.nat(),
  signs: fc.boolean(),
  tells: fc.constantFrom(true, true, true, false),
  /** How far the time in its answers is ahead of the clock by which it accepts. */
  toldAheadS: fc.constantFrom(0, 0, 0, 0, 240, 290),
  fuseSeconds: fc.constantFrom(0, 0, 0, 240),
  /** How far the service's clock is ahead of true time. */
  serviceOffsetS: fc.constantFrom(0, 0, 0, -240, -240, 240, -360, 360),
  operations: fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }),
});

export type Run = typeof run extends fc.Arbitrary<infer T> ? T : never;
