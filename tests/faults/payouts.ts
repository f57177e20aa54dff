import { isNull } from "drizzle-orm";
import { expect } from "vitest";
import { attempts, reports } from "@/drizzle/schema/evidence";
import { createInstanceState } from "@/lib/db/instance-state";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { isPaid } from "@/lib/transactions/status/status";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { reissueWithdrawal } from "@/lib/withdrawals/commands";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext } from "../support/context";
import { clearing } from "../support/database";
import { ownAccount } from "../support/forms";
import { orderOf, requested } from "../support/orders";
import type { Service } from "../support/service";

export type Order = Awaited<ReturnType<typeof requested>>;
export type Payouts = Awaited<ReturnType<typeof openPayouts>>;

/** A console of its own before this service, and what must be true of every payout that it makes. */
export async function openPayouts(service: Service) {
  const context = await openTestContext(service, { timeoutMs: 1_500 });
  let start = context.clock.now;
  const [job, ops] = [await context.as("job"), await context.as("ops")];

  const clear = await clearing({ query: (text) => context.pool.query(text) });

  /** Both clocks, so many seconds after the test began. */
  async function at(seconds: number) {
    context.clock.now = new Date(start.getTime() + seconds * 1000);
    await service.setClock(seconds * 1000 - (Date.now() - start.getTime()));
  }

  /** Every order at the service that came of one intent, under whichever id. */
  const atService = async ({ referenceId }: Order) =>
    (await service.orders()).filter((order) => order.referenceId.startsWith(referenceId)).length;

  /** What must hold after every step. */
  async function invariants(order: Order) {
    expect(await atService(order)).toBeLessThanOrEqual(1);
    const held = await orderOf(context, order.referenceId);
    if (isPaid(held.status)) expect(["query", "signed_callback"]).toContain(held.statusSource);
    if (held.submission === "not_created") expect(await atService(order)).toBe(0);
  }

  /** The next process starts: the recovery job runs, jobs are taken again, the order is checked until its outcome is known. */
  async function recover(order: Order) {
    for (const seconds of [0, 61, 62, 95, 335, 400, 635, 700, 770]) {
      await at(seconds);
      await recoverStuckOrders(job);
      await sendWithdrawal(job, { transactionRow: order.id });
      await checkOrderStatus(job, order);
      await invariants(order);
      const { submission } = await orderOf(context, order.referenceId);
      if (submission !== "unknown" && submission !== "submitting" && submission !== "queued") break;
    }
    return orderOf(context, order.referenceId);
  }

  return {
    ...{ context, job, ops, at, atService, invariants, now: () => context.clock.now.toISOString() },
    requested: () => requested(context, ownAccount()),

    /** A sender that claimed the order and died; `fault` decides whether the service received the request. */
    async abandoned(fault: "nothing sent" | "sent"): Promise<Order> {
      const order = await requested(context, ownAccount());
      const claimed = Promise.withResolvers<void>();
      const sendWithdraw: typeof job.api.sendWithdraw = async (prepared) => {
        if (fault === "sent") await job.api.sendWithdraw(prepared);
        claimed.resolve();
        return new Promise(() => undefined);
      };
      void sendWithdrawal({ ...job, api: { ...job.api, sendWithdraw } }, { transactionRow: order.id });
      await claimed.promise;
      return order;
    },

    /** A user can continue: what exists can be paid, what does not can be sent again, and in the end there is one payment. */
    async goOn(order: Order) {
      const recovered = await recover(order);
      expect(["accepted", "not_created"]).toContain(recovered.submission);
      await service.behave();
      const again = await reissueWithdrawal(ops, order);
      expect(again.ok).toBe(recovered.submission === "not_created");
      if (again.ok) {
        const newer = await orderOf(context, again.value.referenceId);
        expect(await sendWithdrawal(job, { transactionRow: newer.id })).toBe("accepted");
      }
      expect(await atService(order)).toBe(1);

      const alive = again.ok ? again.value.referenceId : order.referenceId;
      await service.decide(alive, "complete");
      await checkOrderStatus(job, { referenceId: alive });
      const paid = { status: "COMPLETED", statusSource: "query", discrepancyAt: null };
      expect(await orderOf(context, alive)).toMatchObject(paid);
      await at(600);
      await recoverStuckOrders(job);
      expect(await context.db.select().from(attempts).where(isNull(attempts.outcome))).toEqual([]);
      expect((await getTransaction(ops, { referenceId: alive }))!.timeline.length).toBeGreaterThan(2);
      expect(await context.db.$count(reports)).toBeGreaterThan(0);
    },

    /** For the next case: an empty record. */
    async clear() {
      await service.behave();
      await service.setClock(0);
      await context.pool.query(clear);
      Object.assign(job.instance, createInstanceState(null));
      start = new Date();
      context.clock.now = start;
    },

    async close() {
      await service.behave();
      await service.setClock(0);
      await context.close();
    },
  };
}
