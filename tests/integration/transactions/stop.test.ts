import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { attempts } from "@/drizzle/schema/evidence";
import { Forbidden } from "@/lib/auth/context";
import { sendDeposit } from "@/lib/deposits/submit";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { stopOrder } from "@/lib/transactions/submission/stop";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openWorld, type World } from "../../support/context";
import { orderOf, registerPlayer, requested, requestedDeposit } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let world: World;
beforeAll(async () => {
  service = await openService();
  world = await openWorld(service);
});
afterAll(async () => {
  await world.close();
  await service.close();
});

const reason = "wrong player";
const atService = async (referenceId: string) =>
  (await service.orders()).filter((order) => order.referenceId === referenceId).length;

test("a stopped withdrawal is not sent, and says who stopped it and why", async () => {
  const { id, referenceId } = await requested(world);
  expect(await stopOrder(await world.as("approver"), { referenceId, reason })).toEqual({
    ok: true,
    value: { referenceId },
  });
  expect(await sendWithdrawal(await world.as("job"), { transactionRow: id })).toBe("taken");
  expect(await orderOf(world, referenceId)).toMatchObject({ submission: "stopped", nextPollAt: null });
  expect(await world.db.$count(attempts, eq(attempts.transactionRow, id))).toBe(0);
  expect(await atService(referenceId)).toBe(0);
  const stopped = await getTransaction(await world.as("viewer"), { referenceId });
  expect(stopped?.timeline[0]).toMatchObject({
    kind: "did",
    by: "approver",
    action: "withdrawal.stopped",
    detail: { reason },
  });
});

test("a stopped deposit is not created", async () => {
  await registerPlayer(world, service);
  const { id, referenceId } = await requestedDeposit(world);
  expect((await stopOrder(await world.as("ops"), { referenceId, reason })).ok).toBe(true);
  expect(await sendDeposit(await world.as("job"), { transactionRow: id })).toBe("taken");
  const [line] = await world.db.select().from(auditEvents).where(eq(auditEvents.action, "deposit.stopped"));
  expect(line).toMatchObject({ subject: referenceId, actorName: "ops", detail: { reason } });
});

test("what has left, waits for approval or was stopped before cannot be stopped", async () => {
  const admin = await world.as("admin");
  const refused = { ok: false, error: { kind: "not_queued" } };
  const sent = await requested(world);
  await sendWithdrawal(await world.as("job"), { transactionRow: sent.id });
  expect(await stopOrder(admin, { ...sent, reason })).toEqual(refused);
  expect(await stopOrder(admin, { ...(await requested(world, { amount: "688,000" })), reason })).toEqual(refused);
  const stopped = await requested(world);
  await stopOrder(admin, { ...stopped, reason });
  expect(await stopOrder(admin, { ...stopped, reason })).toEqual(refused);
  expect(await stopOrder(admin, { referenceId: "WD-nobody-knows", reason })).toEqual(refused);
  await expect(stopOrder(await world.as("finance"), { ...stopped, reason })).rejects.toThrow(Forbidden);
});

test("of a stop and a send at the same moment one wins: stopped orders are never at the service", async () => {
  const [admin, job] = [await world.as("admin"), await world.as("job")];
  for (let round = 0; round < 8; round += 1) {
    const { id, referenceId } = await requested(world);
    const [stopped, sent] = await Promise.all([
      stopOrder(admin, { referenceId, reason }),
      sendWithdrawal(job, { transactionRow: id }),
    ]);
    expect(sent).toBe(stopped.ok ? "taken" : "accepted");
    expect(await atService(referenceId)).toBe(stopped.ok ? 0 : 1);
  }
});
