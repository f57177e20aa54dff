import { expect, test } from "vitest";
import { type LostRequest, nonCreationOf } from "@/lib/transactions/non-creation/rules";
import { runInMemory } from "./core";

const SEEDS = 10_000;

test(`the protocol's core holds in memory over ${SEEDS} seeds of 200 operations`, () => {
  const totals = { orders: 0, created: 0, notCreated: 0 };
  const ways = ["refuse", "same", "second"] as const;
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const { orders, created, notCreated } = runInMemory(seed, ways[seed % ways.length] ?? "second");
    totals.orders += orders;
    totals.created += created;
    totals.notCreated += notCreated;
  }
  expect(totals.created).toBeGreaterThan(SEEDS);
  // Or the proof would be true because it is never reached.
  expect(totals.notCreated).toBeGreaterThan(SEEDS / 20);
  console.log(
    `In memory: ${SEEDS} seeds of 200 operations, ${totals.orders} withdrawals, ${totals.created} orders at the service, ${totals.notCreated} proofs.`,
  );
});

test("a planted bug is found: a request counts as expired one minute after it was signed", () => {
  const hasty: typeof nonCreationOf = (request, ...on) => nonCreationOf(earlier(request, 570_000), ...on);
  expect(() => live(hasty)).toThrow("5. Never called not created");
});

test("a planted bug is found: two users' confirmation replaces the service's clock, at any time", () => {
  const trusting: typeof nonCreationOf = (request, questions, words = []) =>
    new Set(words.map(({ by }) => by)).size > 1
      ? { kind: "not_created", expiredAt: request.signedAt, checks: [request.signedAt, request.signedAt] }
      : nonCreationOf(request, questions, words);
  expect(() => live(trusting)).toThrow("5. Never called not created");
});

test("a planted bug is found: without a service time, a request that may still be accepted is not waited for", () => {
  const impatient: typeof nonCreationOf = (request, questions, words = []) => {
    const isQuiet = questions.at(-1)?.serviceTime === null;
    if (!isQuiet) return nonCreationOf(request, questions, words);
    const untimed = questions.map((one) => ({ ...one, reading: longAfter(one.askedAt) }));
    const said = words.map(({ by }) => ({ by, at: request.signedAt }));
    return nonCreationOf(earlier({ ...request, endedAt: LONG_AGO }, 630_000), untimed, said);
  };
  expect(() => live(impatient)).toThrow("5. Never called not created");
});

test("a planted bug is found: the service's stated time alone proves expiry", () => {
  const trusting: typeof nonCreationOf = (request, questions, words) => {
    const byItsTime = questions.map(({ serviceTime, askedAt, ...one }) => {
      const ms = (serviceTime ?? askedAt).getTime();
      const late = new Date(ms + 300_000);
      return { ...one, serviceTime, askedAt: late, reading: longAfter(late) };
    });
    return nonCreationOf({ ...request, endedAt: LONG_AGO }, byItsTime, words);
  };
  expect(() => live(trusting)).toThrow("5. Never called not created");
});

/** By a clock that began long before. */
const LONG_AGO = { process: "any", ms: 0 };
const longAfter = (at: Date) => ({ ...LONG_AGO, ms: at.getTime() });

/** As if it had been signed so long before, and had left then. */
const earlier = ({ signedAt, endedAt }: LostRequest, ms: number): LostRequest => ({
  signedAt: new Date(signedAt.getTime() - ms),
  endedAt: endedAt && { ...endedAt, ms: endedAt.ms - ms },
});

function live(proves: typeof nonCreationOf) {
  for (let seed = 0; seed < 3_000; seed += 1) runInMemory(seed, "second", proves);
}
