import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Actor } from "@/lib/auth/actor";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { callbackFields, signatureOf } from "../support/callback-fields";
import { NOWHERE } from "../support/context";
import { typedForm } from "../support/forms";
import { jobsFor, orderOf, requested } from "../support/orders";
import { openService, type Service } from "../support/service";
import { openMatrix } from "./matrix";
import { type Order, openPayouts, type Payouts } from "./payouts";
import { type Point, SENDING_POINTS, USER_POINTS, type UserPoint } from "./points";
import { runUntilKilled } from "./run-until-killed";
import type { SenderTask } from "./sender";
import { waitForPoint } from "./wait-for-point";

type Fault = { kind: string } & Record<string, unknown>;

/** What the service does with the first request that reaches it. Its answer is lost, or worse than lost. */
const FAULTS: [name: string, fault: Fault | null][] = [
  ["nothing", null],
  ["a reset before it is created", { kind: "drop", when: "before" }],
  ["a reset after it is created", { kind: "drop", when: "after" }],
  ["a 500 before it is created", { kind: "status", when: "before", status: 500 }],
  ["a 500 after it is created", { kind: "status", when: "after", status: 500 }],
  ["a 502 with a code before", { kind: "status", when: "before", status: 502, code: "GATEWAY_NOT_ENABLED" }],
  ["a 502 with a code after", { kind: "status", when: "after", status: 502, code: "KYC_NOT_REGISTERED" }],
  ["a 503 of HTML before", { kind: "status", when: "before", status: 503, html: true }],
  ["a 504 before", { kind: "status", when: "before", status: 504 }],
  ["a 504 after", { kind: "status", when: "after", status: 504 }],
  ["a 200 that cannot be read", { kind: "unreadable" }],
  ["a 200 of HTML", { kind: "unreadable", body: "<html>OK</html>" }],
  ["an answer after we gave up, created immediately", { kind: "delay", when: "after", delayMs: 2_000 }],
  ["an answer after we gave up, created late", { kind: "delay", when: "before", delayMs: 2_000 }],
];

/** Of these, the ones in which the order may or may not exist, and no answer said so. */
const WHILE_DYING = new Set(["nothing", "a reset before it is created", "a reset after it is created", "a 504 after"]);

/** All cases of a file pay from one account. */
const PLENTY = { JPY: { openingBalance: "100000000", fees: { WITHDRAW: { flat: "150" } } } };

const PERSONS = Object.keys(USER_POINTS) as UserPoint[];
type Persons = { actor?: Actor; digest?: string; form?: WithdrawalForm };

/** The outcome of a status check of an order whose create request got no answer. */
const QUERY_FAULTS = FAULTS.filter(([name]) => !name.includes("before") && !name.includes("created late"));

/** What the service does with a referenceId that it has seen before: the specification does not say. */
export type Repeated = "refuse" | "same" | "second";

export function payoutMatrix(repeatedReference: Repeated) {
  let service: Service;
  let payouts: Payouts;

  beforeAll(async () => {
    service = await openService({ repeatedReference, currencies: PLENTY });
    payouts = await openPayouts(service);
  });
  afterEach(() => payouts.clear());
  const { cell } = openMatrix(`A payout, where a repeated referenceId is treated so: ${repeatedReference}`);
  afterAll(async () => {
    await payouts.close();
    await service.close();
  });

  const send = (order: Order) => sendWithdrawal(payouts.job, { transactionRow: order.id });

  async function dies(
    { id, referenceId }: Pick<Order, "id" | "referenceId">,
    work: SenderTask["work"],
    point: Point,
    more: Persons = {},
  ) {
    const { baseUrl, operatorUrl, apiKey, secretKey } = service;
    const access = { baseUrl, operatorUrl, apiKey, secretKey };
    const { actor, ...what } = more;
    const order = { id, referenceId, ...what };
    const errand = {
      databaseUrl: payouts.context.url,
      service: access,
      order,
      now: payouts.now(),
      ...(actor && { actor }),
    };
    expect(await runUntilKilled({ ...errand, work, point })).toBe("SIGKILL");
  }

  for (const point of PERSONS) {
    cell(`the request, ${point}`, "its process is killed, and the form is sent again", async () => {
      const { context, ops } = payouts;
      const form = typedForm({ formId: randomUUID() });
      await dies({ id: "", referenceId: "WD-none" }, "request", point, { actor: ops.actor, form });
      const made = await requestWithdrawal(ops, withdrawalInput.parse(form));
      if (!made.ok) throw new Error(made.error.kind);
      expect(await context.db.$count(transactions)).toBe(1);
      const order = await orderOf(context, made.value.referenceId);
      expect(await jobsFor(context, order.id)).toEqual(["send-withdrawal"]);
      await payouts.goOn(order);
    });

    cell(`the approval, ${point}`, "its process is killed, and it is approved again", async () => {
      const { context } = payouts;
      const order = await requested(context, { amount: "150000" });
      const approver = await context.as("approver");
      const [intent] = await context.db.select().from(withdrawals);
      const { digest = "" } = intent ?? {};
      await dies(order, "approve", point, { actor: approver.actor, digest });
      const again = await decideWithdrawal(approver, { referenceId: order.referenceId, digest, decision: "approved" });
      expect(again.ok).toBe(point !== "before its answer");
      expect(await orderOf(context, order.referenceId)).toMatchObject({ submission: "queued" });
      expect(await jobsFor(context, order.id)).toEqual(["send-withdrawal"]);
      await payouts.goOn(order);
    });
  }

  for (const [name, fault] of FAULTS) {
    cell("during send", `the service answers with ${name}`, async () => {
      const order = await payouts.requested();
      if (fault) await service.misbehave({ path: "/withdraw", ...fault });
      await send(order);
      await payouts.invariants(order);
      await payouts.goOn(order);
    });
  }

  for (const [name, baseUrl] of [
    ["the connection is refused", NOWHERE.baseUrl],
    ["the service's name is not found", "http://payments.invalid"],
  ] as const) {
    cell("before send", name, async () => {
      const { job, context } = payouts;
      const order = await payouts.requested();
      const nonce = () => job.random(16);
      const api = createPaymentsApi({ ...NOWHERE, baseUrl, now: job.now, nonce, timeoutMs: 1_500 });
      expect(await sendWithdrawal({ ...job, api }, { transactionRow: order.id })).toBe("not_sent");
      expect(await orderOf(context, order.referenceId)).toMatchObject({ submission: "queued" });
      await payouts.goOn(order);
    });
  }

  for (const [name, fault] of FAULTS.filter(([name]) => WHILE_DYING.has(name))) {
    for (const point of SENDING_POINTS) {
      cell(point, `the sender is killed, and the service answers with ${name}`, async () => {
        const order = await payouts.requested();
        if (fault) await service.misbehave({ path: "/withdraw", ...fault });
        await dies(order, "send withdrawal", point);
        await payouts.invariants(order);
        await payouts.goOn(order);
      });
    }
  }

  for (const sent of ["sent", "nothing sent"] as const) {
    for (const point of ["during the sweep", "after the sweep's first change"] as const) {
      cell(point, `the sweeper is killed, over an attempt with ${sent}`, async () => {
        const order = await payouts.abandoned(sent);
        await payouts.at(61);
        await dies(order, "sweep", point);
        await payouts.invariants(order);
        await payouts.goOn(order);
      });
    }
    for (const point of [
      "during the query",
      "after the query's answer",
      "while the query's answer is written",
    ] as const) {
      cell(point, `the asker is killed, over an attempt with ${sent}`, async () => {
        const order = await payouts.abandoned(sent);
        await payouts.at(61);
        await recoverStuckOrders(payouts.job);
        await dies(order, "ask", point);
        await payouts.invariants(order);
        await payouts.goOn(order);
      });
    }
  }

  for (const [name, fault] of QUERY_FAULTS) {
    cell("during the query", `the service answers with ${name}`, async () => {
      const order = await payouts.abandoned("sent");
      await payouts.at(61);
      await recoverStuckOrders(payouts.job);
      if (fault) await service.misbehave({ path: "/transactions", ...fault });
      await checkOrderStatus(payouts.job, order);
      await payouts.invariants(order);
      await payouts.goOn(order);
    });
  }

  for (const minutes of [-4, 4]) {
    cell("during send", `clocks that disagree by ${minutes} minutes: it is accepted, once`, async () => {
      await service.setClock(minutes * 60_000);
      const order = await payouts.requested();
      expect(await send(order)).toBe("accepted");
      await payouts.goOn(order);
    });
  }
  cell("during send", "clocks that disagree by 6 minutes: it is refused cleanly", async () => {
    await service.setClock(6 * 60_000);
    const order = await payouts.requested();
    expect(await send(order)).toBe("rejected");
    expect(await payouts.atService(order)).toBe(0);
    await service.setClock(0);
    expect(await reissueWithdrawal(payouts.ops, order)).toMatchObject({ ok: true });
  });
  // Dated long before the request, and over plain http: the refusal may be a replayed old answer.
  cell("during send", "clocks that disagree by -6 minutes: its refusal is not believed", async () => {
    await service.setClock(-6 * 60_000);
    const order = await payouts.requested();
    expect(await send(order)).toBe("unknown");
    expect(await payouts.atService(order)).toBe(0);
    await payouts.goOn(order);
  });

  cell("before claim", "two instances race for it", async () => {
    const order = await payouts.requested();
    const other = await payouts.context.as("job");
    const racing = [payouts.job, other, payouts.job, other];
    const outcomes = await Promise.all(racing.map((ctx) => sendWithdrawal(ctx, { transactionRow: order.id })));
    expect(outcomes.toSorted()).toEqual(["accepted", "taken", "taken", "taken"]);
    await payouts.goOn(order);
  });

  cell("after outcome", "the job comes a second time", async () => {
    const order = await payouts.requested();
    expect([await send(order), await send(order)]).toEqual(["accepted", "taken"]);
    await payouts.goOn(order);
  });

  cell("during send", "the job comes a second time", async () => {
    const order = await payouts.abandoned("nothing sent");
    expect(await send(order)).toBe("taken");
    await payouts.goOn(order);
  });

  cell("the request", "a double click, and the same form in two tabs", async () => {
    const input = withdrawalInput.parse(typedForm());
    const made = await Promise.all([1, 2, 3].map(() => requestWithdrawal(payouts.ops, input)));
    const [first] = made;
    if (!first?.ok) throw new Error("not requested");
    const order = await orderOf(payouts.context, first.value.referenceId);
    expect(await send(order)).toBe("accepted");
    // The other tab is sent only now, and once more after a user returned to it.
    made.push(await requestWithdrawal(payouts.ops, input), await requestWithdrawal(payouts.ops, input));
    expect(new Set(made.map((one) => one.ok && one.value.referenceId))).toEqual(new Set([order.referenceId]));
    await payouts.goOn(order);
  });

  for (const signed of [false, true]) {
    const kind = signed ? "a signed" : "an unsigned";
    cell("during send", `${kind} callback comes before the answer`, async () => {
      const { context, job } = payouts;
      const order = await payouts.requested();
      await service.misbehave({ path: "/withdraw", kind: "delay", when: "after", delayMs: 700 });
      const arrived = await waitForPoint(service.operatorUrl, order.referenceId, "created");
      const sending = send(order);
      await arrived();
      await service.decide(order.referenceId, "complete");
      const body = callbackFields({ ...order, transactionId: await service.transactionIdOf(order.referenceId) });
      const headers = { "content-type": "application/json" };
      const signature = signed ? { "x-signature": signatureOf(body, service.secretKey) } : {};
      const request = new Request("http://console.test", {
        ...{ method: "POST", body: JSON.stringify(body) },
        headers: { ...headers, ...signature },
      });
      expect((await handleCallback(await context.as("callback"), order.callbackToken ?? "", request)).status).toBe(200);
      await processDeliveries(job);
      await payouts.invariants(order);
      expect(await sending).toBe("accepted");
      await checkOrderStatus(job, order);
      expect(await orderOf(context, order.referenceId)).toMatchObject({
        submission: "accepted",
        status: "COMPLETED",
        discrepancyAt: null,
      });
      expect(await payouts.atService(order)).toBe(1);
    });
  }
}
