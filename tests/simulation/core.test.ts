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
  const hasty: typeof absenceOf = (signedAt, questions) => absenceOf(new Date(signedAt.getTime() - 270_000), questions);
  const live = () => {
    for (let seed = 0; seed < 1_000; seed += 1) liveInMemory(seed, "second", hasty);
  };
  expect(live).toThrow("5. Never called not created");
});
