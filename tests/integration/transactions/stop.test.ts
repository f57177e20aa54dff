import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { attempts } from "@/drizzle/schema/evidence";
import { Forbidden } from "@/lib/auth/context";
import { sendDeposit } from "@/lib/deposits/submit";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { stopOrder } from "@/lib/transactions/submission/stop";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import type { TestContext } from "../../support/context";
import { orderOf, registerPlayer, requested, requestedDeposit } from "../../support/orders";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterAll(() => context.close());

const reason = "wrong player";
const atService = async (referenceId: string) =>
  (await service.orders()).filter((order) => order.referenceId === referenceId).length;

test("a stopped withdrawal is not sent, and says who stopped it and why", async () => {
  const { id, referenceId } = await requested(context);
  expect(await stopOrder(await context.as("approver"), { referenceId, reason })).toEqual({
    ok: true,
    value: { referenceId },
  });
  expect(await sendWithdrawal(await context.as("job"), { transactionRow: id })).toBe("taken");
  expect(await orderOf(context, referenceId)).toMatchObject({ submission: "stopped", nextPollAt: null });
  expect(await context.db.$count(attempts, eq(attempts.transactionRow, id))).toBe(0);
  expect(await atService(referenceId)).toBe(0);
  const stopped = await getTransaction(await context.as("viewer"), { referenceId });
  expect(stopped?.timeline[0]).toMatchObject({
    kind: "did",
    by: "approver",
    action: "withdrawal.stopped",
    detail: { reason },
  });
});

test("a stopped deposit is not created", async () => {
  await registerPlayer(context, service);
  const { id, referenceId } = await requestedDeposit(context);
  expect((await stopOrder(await context.as("ops"), { referenceId, reason })).ok).toBe(true);
  expect(await sendDeposit(await context.as("job"), { transactionRow: id })).toBe("taken");
  const [line] = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "deposit.stopped"));
  expect(line).toMatchObject({ subject: referenceId, actorName: "ops", detail: { reason } });
});

test("what has left, waits for approval or was stopped before cannot be stopped", async () => {
  const admin = await context.as("admin");
  const refused = { ok: false, error: { kind: "not_queued" } };
  const sent = await requested(context);
  await sendWithdrawal(await context.as("job"), { transactionRow: sent.id });
  expect(await stopOrder(admin, { ...sent, reason })).toEqual(refused);
  expect(await stopOrder(admin, { ...(await requested(context, { amount: "688,000" })), reason })).toEqual(refused);
  const stopped = await requested(context);
  await stopOrder(admin, { ...stopped, reason });
  expect(await stopOrder(admin, { ...stopped, reason })).toEqual(refused);
  expect(await stopOrder(admin, { referenceId: "WD-unknown", reason })).toEqual(refused);
  await expect(stopOrder(await context.as("finance"), { ...stopped, reason })).rejects.toThrow(Forbidden);
});

test("of a stop and a send at the same moment one wins: stopped orders are never at the service", async () => {
  const [admin, job] = [await context.as("admin"), await context.as("job")];
  for (let round = 0; round < 8; round += 1) {
    const { id, referenceId } = await requested(context);
    const [stopped, sent] = await Promise.all([
      stopOrder(admin, { referenceId, reason }),
      sendWithdrawal(job, { transactionRow: id }),
    ]);
    expect(sent).toBe(stopped.ok ? "taken" : "accepted");
    expect(await atService(referenceId)).toBe(stopped.ok ? 0 : 1);
  }
});
