import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkPlayerStatus } from "@/lib/kyc/commands";
import { getPlayer } from "@/lib/kyc/queries";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { accepted } from "../../support/callbacks";
import type { TestContext } from "../../support/context";
import { registerPlayer } from "../../support/orders";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterEach(() => service.behave());
afterAll(() => context.close());

const later = () => {
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  return context.clock.now.toISOString();
};

test("only an answer is shown as one; a question in vain stands beside it", async () => {
  const [job, viewer] = [await context.as("job"), await context.as("viewer")];
  const order = await accepted(context);
  const checks = async () => {
    const { lastAnsweredAt, lastTriedAt } = (await getTransaction(viewer, order))!;
    return { lastAnsweredAt, lastTriedAt };
  };
  expect(await checks()).toEqual({ lastAnsweredAt: null, lastTriedAt: null });

  await service.misbehave({ path: "/transactions", kind: "drop", when: "before" });
  const first = later();
  expect(await checkOrderStatus(job, order)).toMatchObject({ ok: false, error: { kind: "no_answer" } });
  expect(await checks()).toEqual({ lastAnsweredAt: null, lastTriedAt: first });

  const second = later();
  await checkOrderStatus(job, order);
  expect(await checks()).toEqual({ lastAnsweredAt: second, lastTriedAt: null });

  await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 503 });
  const third = later();
  await checkOrderStatus(job, order);
  expect(await checks()).toEqual({ lastAnsweredAt: second, lastTriedAt: third });
});

test("the same holds for a player", async () => {
  const [job, support] = [await context.as("job"), await context.as("support")];
  const playerId = "p-checked";
  await registerPlayer(context, service, playerId);
  const answered = later();
  await checkPlayerStatus(job, { playerId });
  await service.misbehave({ path: "/kyc/status", kind: "drop", when: "before" });
  const tried = later();
  expect(await checkPlayerStatus(job, { playerId })).toMatchObject({ ok: false });
  expect(await getPlayer(support, { playerId })).toMatchObject({ lastAnsweredAt: answered, lastTriedAt: tried });
});
