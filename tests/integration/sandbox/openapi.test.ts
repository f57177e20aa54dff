import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "./world";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("the description names every endpoint and both callbacks", async () => {
  const { body } = await world.send("/openapi.json", "", {}, "GET");
  expect(body.openapi).toBe("3.1.0");
  expect(Object.keys(body.paths as object).sort()).toEqual(
    ["/balance", "/banks", "/deposit", "/kyc-register", "/kyc/status", "/transactions", "/withdraw"].sort(),
  );
  expect(Object.keys(body.webhooks as object)).toEqual(["transaction", "kyc"]);
});

test("an answer that is not as described is noticed", async () => {
  const { body } = await world.call("/withdraw", world.withdrawal());
  const wrong: unknown[] = [
    { ...body, surprise: 1 },
    { ...body, amount: "12000" },
    { ...body, status: "COMPLETED" },
    { ...body, transactionId: undefined },
    { ...body, transactionId: "12" },
  ];
  for (const answer of wrong) expect(() => world.description.check("/withdraw", 200, answer)).toThrow();
  expect(() => world.description.check("/withdraw", 418, {})).toThrow();
  expect(() => world.description.checkCallback("transaction", { status: "PENDING" })).toThrow();
});
