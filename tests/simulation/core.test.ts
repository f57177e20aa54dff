import { expect, test } from "vitest";
import { absenceOf } from "@/lib/transactions/absence";
import { liveInMemory } from "./core";

const SEEDS = 10_000;

test(`the protocol's core, in memory, lives through ${SEEDS} seeds of 200 operations`, () => {
  const told = { orders: 0, created: 0 };
  const ways = ["refuse", "same", "second"] as const;
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const { orders, created } = liveInMemory(seed, ways[seed % ways.length] ?? "second");
    told.orders += orders;
    told.created += created;
  }
  expect(told.created).toBeGreaterThan(SEEDS);
  console.log(
    `In memory: ${SEEDS} seeds of 200 operations, ${told.orders} withdrawals, ${told.created} orders at the service.`,
  );
});

test("a planted bug is found: a request is held to have expired a minute after it was signed", () => {
  const hasty: typeof absenceOf = (signedAt, ...on) => absenceOf(new Date(signedAt.getTime() - 270_000), ...on);
  expect(() => live(hasty)).toThrow("5. Never called not created");
});

test("a planted bug is found: two people's word is taken for the service's clock, whenever they give it", () => {
  const trusting: typeof absenceOf = (signedAt, questions, words = []) =>
    new Set(words.map(({ by }) => by)).size > 1
      ? { kind: "not created", expiredAt: signedAt, looks: [signedAt, signedAt] }
      : absenceOf(signedAt, questions, words);
  expect(() => live(trusting)).toThrow("5. Never called not created");
});

test("a planted bug is found: where the service does not tell its time, nobody waits for what it may still accept", () => {
  const impatient: typeof absenceOf = (signedAt, questions, words) => {
    const isQuiet = questions.at(-1)?.serviceTime === null;
    return absenceOf(new Date(signedAt.getTime() - (isQuiet ? 630_000 : 0)), questions, words);
  };
  expect(() => live(impatient)).toThrow("5. Never called not created");
});

function live(proves: typeof absenceOf) {
  for (let seed = 0; seed < 3_000; seed += 1) liveInMemory(seed, "second", proves);
}
