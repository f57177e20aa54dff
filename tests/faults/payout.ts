import { isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts, reports } from "@/drizzle/schema/evidence";
import type { Ctx } from "@/lib/auth/context";
import { askAboutOrder } from "@/lib/transactions/commands";
import { getTransaction } from "@/lib/transactions/queries";
import { isPaid } from "@/lib/transactions/state";
import { sweepOrders } from "@/lib/transactions/sweeping";
import { reissueWithdrawal } from "@/lib/withdrawals/commands";
import { sendWithdrawal } from "@/lib/withdrawals/dispatch";
import { openWorld, type World } from "../support/context";
import { orderOf, requested } from "../support/orders";
import { openService, type Service } from "../support/service";
import { POINTS, type Point } from "./points";
import { runAndDie } from "./run-and-die";

type Order = Awaited<ReturnType<typeof requested>>;
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
  ["a 504 after", { kind: "status", when: "after", status: 504 }],
  ["a 200 that cannot be read", { kind: "unreadable" }],
  ["a 200 of HTML", { kind: "unreadable", body: "<html>OK</html>" }],
  ["an answer after we gave up, created at once", { kind: "delay", when: "after", delayMs: 2_000 }],
  ["an answer after we gave up, created late", { kind: "delay", when: "before", delayMs: 2_000 }],
];

/** Of these, the ones in which the order may exist although nobody heard of it, and may not. */
const WHILE_DYING = new Set(["nothing", "a reset before it is created", "a reset after it is created", "a 504 after"]);

/** What the service does with a referenceId that it has seen before: the specification does not say. */
export type Repeated = "refuse" | "same" | "second";

export function payoutMatrix(repeatedReference: Repeated) {
  let service: Service;
  let world: World;
  let job: Ctx;
  let ops: Ctx;
  let start: Date;

  beforeAll(async () => {
    service = await openService({ repeatedReference });
  });
  beforeEach(async () => {
    start = new Date();
    world = await openWorld(service, { timeoutMs: 1_500 });
    [job, ops] = [await world.as("job"), await world.as("ops")];
  });
  const ran: { name: string; passed: boolean }[] = [];
  afterEach(async ({ task }) => {
    const name = [task.suite?.name, task.name].filter(Boolean).join(", ");
    ran.push({ name, passed: task.result?.state !== "fail" });
    await service.behave();
    await service.setClock(0);
    await world.close();
  });
  afterAll(async () => {
    await service.close();
    const lines = ran.map(({ name, passed }) => `${passed ? "✓" : "✗"} ${name}`);
    const whole = ran.filter(({ passed }) => passed).length;
    console.log(`A repeated referenceId: ${repeatedReference}. ${whole} of ${ran.length} held.\n${lines.join("\n")}`);
  });

  /** Both clocks, so many seconds after the test began. */
  async function at(seconds: number) {
    world.clock.now = new Date(start.getTime() + seconds * 1000);
    await service.setClock(seconds * 1000 - (Date.now() - start.getTime()));
  }

  async function sendAndDie({ id: transactionRow }: Order, point: Point) {
    const { baseUrl, apiKey, secretKey } = service;
    const errand = { databaseUrl: world.url, service: { baseUrl, apiKey, secretKey }, transactionRow, point };
    expect(await runAndDie({ ...errand, type: "WITHDRAW", now: start.toISOString() })).toBe("SIGKILL");
  }

  /** Every order at the service that came of one intent, under whichever id. */
  const atService = async ({ referenceId }: Order) =>
    (await service.orders()).filter((order) => order.referenceId.startsWith(referenceId)).length;

  /** What must hold after every step, whatever has happened. */
  async function invariants(order: Order) {
    expect(await atService(order)).toBeLessThanOrEqual(1);
    const held = await orderOf(world, order.referenceId);
    if (isPaid(held.status)) expect(["query", "signed callback"]).toContain(held.statusSource);
    if (held.submission === "not created") expect(await atService(order)).toBe(0);
  }

  /** The next process comes up: the sweep runs, jobs are taken again, the order is asked about until it is settled. */
  async function recover(order: Order) {
    for (const seconds of [0, 61, 62, 95, 335, 400, 470]) {
      await at(seconds);
      await sweepOrders(job);
      await sendWithdrawal(job, { transactionRow: order.id });
      await askAboutOrder(job, order);
      await invariants(order);
      const { submission } = await orderOf(world, order.referenceId);
      if (submission !== "unknown" && submission !== "submitting" && submission !== "queued") break;
    }
    return orderOf(world, order.referenceId);
  }

  /** A person can go on: what exists can be paid, what does not can be sent again, and there is one payment in the end. */
  async function goOn(order: Order) {
    const settled = await recover(order);
    expect(["accepted", "not created"]).toContain(settled.submission);
    await service.behave();
    const again = await reissueWithdrawal(ops, order);
    expect(again.ok).toBe(settled.submission === "not created");
    if (again.ok) {
      const newer = await orderOf(world, again.value.referenceId);
      expect(await sendWithdrawal(job, { transactionRow: newer.id })).toBe("accepted");
    }
    expect(await atService(order)).toBe(1);

    const alive = again.ok ? again.value.referenceId : order.referenceId;
    await service.settle(alive, "complete");
    await askAboutOrder(job, { referenceId: alive });
    expect(await orderOf(world, alive)).toMatchObject({ status: "COMPLETED", statusSource: "query", conflictAt: null });
    await at(600);
    await sweepOrders(job);
    expect(await world.db.select().from(attempts).where(isNull(attempts.outcome))).toEqual([]);
    expect((await getTransaction(ops, { referenceId: alive }))!.timeline.length).toBeGreaterThan(2);
    expect(await world.db.$count(reports)).toBeGreaterThan(0);
  }

  describe.each(FAULTS)("the service answers with %s", (_name, fault) => {
    test("and the sender lives", async () => {
      const order = await requested(world);
      if (fault) await service.misbehave({ path: "/withdraw", ...fault });
      await sendWithdrawal(job, { transactionRow: order.id });
      await invariants(order);
      await goOn(order);
    });
  });

  describe.each(FAULTS.filter(([name]) => WHILE_DYING.has(name)))("the service answers with %s", (_name, fault) => {
    test.each(POINTS)("and the sender is killed %s", async (point) => {
      const order = await requested(world);
      if (fault) await service.misbehave({ path: "/withdraw", ...fault });
      await sendAndDie(order, point);
      await invariants(order);
      await goOn(order);
    });
  });

  describe("clocks that disagree", () => {
    test.each([-240, 240])("by %i s: it is accepted, once", async (seconds) => {
      await service.setClock(seconds * 1000);
      const order = await requested(world);
      expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("accepted");
      expect(await atService(order)).toBe(1);
    });

    test.each([-360, 360])("by %i s: it is refused cleanly, and nothing exists", async (seconds) => {
      await service.setClock(seconds * 1000);
      const order = await requested(world);
      expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("rejected");
      expect(await atService(order)).toBe(0);
      await service.setClock(0);
      expect(await reissueWithdrawal(ops, order)).toMatchObject({ ok: true });
    });
  });

  test("two instances race for it, and it is sent once", async () => {
    const order = await requested(world);
    const other = await world.as("job");
    const outcomes = await Promise.all(
      [job, other, job, other].map((ctx) => sendWithdrawal(ctx, { transactionRow: order.id })),
    );
    expect(outcomes.toSorted()).toEqual(["accepted", "taken", "taken", "taken"]);
    await goOn(order);
  });

  test("the database goes away while the outcome is written, and comes back", async () => {
    const order = await requested(world);
    const send: typeof job.api.sendWithdraw = async (prepared) => {
      const answer = await job.api.sendWithdraw(prepared);
      await world.loseConnections();
      return answer;
    };
    const sent = sendWithdrawal({ ...job, api: { ...job.api, sendWithdraw: send } }, { transactionRow: order.id });
    await sent.then(
      () => undefined,
      () => undefined,
    ); // Whether the pool noticed in time is chance; both must hold.
    await invariants(order);
    await goOn(order);
  });
}
