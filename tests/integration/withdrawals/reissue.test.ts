import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { batchRows } from "@/drizzle/schema/batches";
import { discrepancies } from "@/drizzle/schema/discrepancies";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { listAttention } from "@/lib/transactions/list/attention";
import { attestNonCreation } from "@/lib/transactions/non-creation/attest";
import { sentenceKeyOf } from "@/lib/transactions/status/sentence";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { approved, orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";
import { auditEventsAbout } from "../../support/team";

const userIdOf = ({ actor }: Ctx) => (actor.kind === "user" ? actor.id : "");
const nameOf = ({ actor }: Ctx) => (actor.kind === "user" ? actor.name : "");

let service: Service;
let context: TestContext;
let job: Ctx;
let ops: Ctx;
let start: Date;

beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  start = new Date();
  context = await openTestContext(service);
  job = await context.as("job");
  ops = await context.as("ops");
});
afterEach(async () => {
  await service.behave();
  await service.setClock(0);
  await context.close();
});
afterAll(() => service.close());

type Order = Awaited<ReturnType<typeof requested>>;
const send = ({ id }: Order) => sendWithdrawal(job, { transactionRow: id });
const ask = ({ referenceId }: Order) => checkOrderStatus(job, { referenceId });
const again = ({ referenceId }: Order) => orderOf(context, referenceId);
const reissue = ({ referenceId }: Order) => reissueWithdrawal(ops, { referenceId });
const atService = async () => (await service.orders()).map(({ referenceId }) => referenceId);

/** Both clocks, so many seconds after the test began; the service's own is in its answers, or is left out of them. */
async function at(seconds: number, isTold = true) {
  context.clock.now = new Date(start.getTime() + seconds * 1000);
  await service.setClock(seconds * 1000 - (Date.now() - start.getTime()), isTold);
}

/** A withdrawal that was lost on its way, before the service created anything. */
async function lost(): Promise<Order> {
  const order = await requested(context);
  await service.misbehave({ path: "/withdraw", kind: "drop", when: "before" });
  expect(await send(order)).toBe("unknown");
  return order;
}

/** Looked for after its expiry, which follows these seconds after the test began. */
async function notFound(order: Order, since = 0): Promise<Order> {
  for (const seconds of [635, 700]) {
    await at(since + seconds);
    await ask(order);
  }
  expect(await again(order)).toMatchObject({ submission: "not_created" });
  return order;
}

const notCreated = async () => notFound(await lost());

describe("a request that was lost", () => {
  test("is not created once it has expired, was not found twice a minute apart, and a control was found", async () => {
    const order = await lost();
    const missing = async () => (await getTransaction(ops, order))!.proof?.missing;
    for (const [seconds, proof] of [
      [60, "expiry"],
      [335, "expiry"],
      [629, "expiry"],
      [635, "second_look"],
      [680, "second_look"],
    ] as const) {
      await at(seconds);
      await ask(order);
      expect([seconds, await missing()]).toEqual([seconds, proof]);
      expect(await again(order)).toMatchObject({ submission: "unknown" });
      expect(await reissue(order)).toEqual({ ok: false, error: { kind: "may_exist" } });
    }
    await at(700);
    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "not_created" });
    const view = (await getTransaction(ops, order))!;
    const asked = view.timeline.flatMap((entry) => (entry.kind === "asked" ? entry : []));
    expect(asked.filter(({ isControl }) => isControl)).toHaveLength(1);
    // Until the expiry, “not found” proves nothing.
    const early = asked.filter(({ isControl }) => !isControl).map(({ isEarly }) => isEarly);
    expect(early).toEqual([false, false, false, true, true, true]);
    const events = await auditEventsAbout(context, order.referenceId);
    expect(events.at(-1)).toMatchObject({ action: "submission.not_created", actorName: "job" });
  });

  test("stays unknown while the control fails: a wrong key or address would prove anything", async () => {
    const order = await lost();
    await at(635);
    await ask(order);
    await at(700);
    await service.misbehave({ path: "/balance", kind: "status", when: "before", status: 503, html: true });
    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "unknown" });
    expect((await getTransaction(ops, order))!.proof?.missing).toBe("control");
    // As "Unknown outcomes pile up" in docs/operations.md says: people confirm only where the service states no time.
    const confirmed = await attestNonCreation(await context.as("finance"), { ...order, reason: "their mail of today" });
    expect(confirmed).toEqual({ ok: false, error: { kind: "nothing_to_attest" } });
    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "not_created" });
  });

  test("stays unknown while a proxy answers 404 in its place", async () => {
    const order = await lost();
    for (const seconds of [635, 700, 770]) {
      await at(seconds);
      await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 404, html: true });
      await ask(order);
      expect(await again(order)).toMatchObject({ submission: "unknown" });
    }
  });

  test("where the service never states its time is not created on two other users' confirmation, and polled again", async () => {
    const [finance, approver, admin] = [
      await context.as("finance"),
      await context.as("approver"),
      await context.as("admin"),
    ];
    const made = await requestWithdrawal(admin, withdrawalInput.parse(typedForm()));
    if (!made.ok) throw new Error(made.error.kind);
    const order = await orderOf(context, made.value.referenceId);
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "before" });
    expect(await send(order)).toBe("unknown");
    const look = () => ask(order);
    const proof = async (ctx: Ctx) => (await getTransaction(ctx, order))!.proof;
    const attest = (ctx: Ctx) => attestNonCreation(ctx, { ...order, reason: "their mail of today" });
    const NOTHING = { ok: false, error: { kind: "nothing_to_attest" } };

    for (const [seconds, missing] of [
      [400, "expiry"],
      [629, "expiry"],
      [635, "second_look"],
      [700, "first_word"],
    ] as const) {
      expect(await attest(finance)).toEqual(NOTHING);
      await at(seconds, false);
      await look();
      expect([seconds, (await proof(ops))?.missing]).toEqual([seconds, missing]);
      const { rows } = await listAttention(ops);
      expect(rows).toMatchObject([{ referenceId: order.referenceId, awaitsAttestation: missing === "first_word" }]);
    }
    // An answer that says nothing takes nothing back.
    await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 502, html: true });
    await look();
    expect((await listAttention(ops)).rows).toMatchObject([{ awaitsAttestation: true }]);
    expect(await attest(admin)).toEqual({ ok: false, error: { kind: "own_request" } });
    expect([(await proof(admin))?.mayAttest, (await proof(ops))?.mayAttest]).toEqual([false, false]);
    expect((await proof(finance))?.mayAttest).toBe(true);
    expect(await attest(finance)).toMatchObject({ ok: true });
    expect(await attest(finance)).toEqual({ ok: false, error: { kind: "said_before" } });
    // One who was disabled since then does not count, and neither does who knows the secret of the key that requested it.
    const leaving = await context.another("finance");
    expect(await attest(leaving)).toMatchObject({ ok: true });
    const left = { disabledAt: context.clock.now };
    await context.db
      .update(users)
      .set(left)
      .where(eq(users.id, userIdOf(leaving)));
    const holder = await context.another("approver");
    await holds(holder, userIdOf(admin));
    expect(await attest(holder)).toEqual({ ok: false, error: { kind: "own_request" } });
    await at(800, false);
    await look();
    expect(await proof(finance)).toMatchObject({
      missing: "second_word",
      mayAttest: false,
      words: [
        { by: "finance", isCounted: true },
        { by: nameOf(leaving), isCounted: false },
      ],
    });
    expect(await attest(approver)).toMatchObject({ ok: true });

    // Their word alone sends nothing: it is looked for twice more.
    for (const seconds of [805, 830]) {
      await at(seconds, false);
      await look();
      expect(await reissue(order)).toEqual({ ok: false, error: { kind: "may_exist" } });
    }
    await at(870, false);
    await look();
    expect(await again(order)).toMatchObject({ submission: "not_created" });
    expect(await reissue(order)).toMatchObject({ ok: true });
    const { timeline } = (await getTransaction(ops, order))!;
    const said = {
      kind: "did",
      action: "submission.non_creation_confirmed",
      detail: { reason: "their mail of today" },
    };
    expect(timeline.filter((entry) => entry.kind === "did" && entry.action === said.action)).toEqual([
      expect.objectContaining({ ...said, by: "approver" }),
      expect.objectContaining({ ...said, by: nameOf(leaving) }),
      expect.objectContaining({ ...said, by: "finance" }),
    ]);
  });

  /** As if a key whose secret this user knows had requested what `requester` did. */
  async function holds(holder: Ctx, requester: string) {
    await context.db.insert(apiKeys).values({
      ...{ id: requester, environment: ops.environment, name: "shop", prefix: "p", secretHash: "h", scopes: [] },
      ...{ networks: [], limits: [], createdBy: userIdOf(holder), holders: [userIdOf(holder)], createdAt: start },
    });
  }

  test("with a short fuse expires four minutes sooner", async () => {
    const fused = await openTestContext({ ...service, fuseSeconds: 240 });
    fused.clock.now = start;
    const order = await requested(fused);
    const quick = await fused.as("job");
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "before" });
    expect(await sendWithdrawal(quick, { transactionRow: order.id })).toBe("unknown");
    for (const seconds of [335, 385, 395, 460]) {
      expect(await orderOf(fused, order.referenceId)).toMatchObject({ submission: "unknown" });
      await at(seconds);
      fused.clock.now = context.clock.now;
      await checkOrderStatus(quick, order);
    }
    expect(await orderOf(fused, order.referenceId)).toMatchObject({ submission: "not_created" });
    await fused.close();
  });

  test("that was created after all is found, and never sent again", async () => {
    const order = await requested(context);
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "after" });
    await send(order);
    await at(400);
    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "accepted", status: "SUCCESS" });
    expect(await reissue(order)).toEqual({ ok: false, error: { kind: "may_exist" } });
  });
});

describe("sending again", () => {
  test("makes a linked order under a new id, and the service has one", async () => {
    const order = await notCreated();
    const made = await reissue(order);
    expect(made).toEqual({ ok: true, value: { referenceId: `${order.referenceId}-2` } });
    const newer = await orderOf(context, `${order.referenceId}-2`);
    expect(await send(newer)).toBe("accepted");
    expect((await atService()).filter((id) => id.startsWith(order.referenceId))).toEqual([newer.referenceId]);
    const view = (await getTransaction(ops, newer))!;
    expect(view.replaces).toBe(order.referenceId);
    expect((await getTransaction(ops, order))!.replacedBy).toBe(newer.referenceId);
  });

  test("twice concurrently makes one", async () => {
    const order = await notCreated();
    const made = await Promise.all(Array.from({ length: 5 }, () => reissue(order)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(made.filter((one) => !one.ok && one.error.kind === "replaced")).toHaveLength(4);
  });

  test("a refused one is allowed too, and counts on: -2, -3", async () => {
    const order = await approved(context, await requested(context, { amount: "9,999,999,999" }));
    await send(order);
    expect(await reissue(order)).toMatchObject({ ok: true });
    const second = await approved(context, await orderOf(context, `${order.referenceId}-2`));
    await send(second);
    expect(await reissue(second)).toEqual({ ok: true, value: { referenceId: `${order.referenceId}-3` } });
  });
});

describe("an equal payout that was requested meanwhile", () => {
  const terms = { destinationAccount: "7654321", amount: "40,000" };
  async function rejected(order?: Order) {
    order ??= await requested(context, terms);
    await service.misbehave({ path: "/withdraw", kind: "status", when: "before", status: 400 });
    expect(await send(order)).toBe("rejected");
    return order;
  }
  const reissueShown = ({ referenceId }: Order, shownRepeats: string[]) =>
    reissueWithdrawal(ops, { referenceId, shownRepeats });

  test("keeps it from being sent again while its outcome is unknown", async () => {
    const order = await rejected();
    const equal = await requested(context, terms);
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "after" });
    expect(await send(equal)).toBe("unknown");
    const refused = { ok: false, error: { kind: "unknown_outcome", referenceId: equal.referenceId } };
    expect(await reissue(order)).toEqual(refused);
    expect(await reissueShown(order, [equal.referenceId])).toEqual(refused);
    expect((await atService()).filter((id) => id.startsWith(order.referenceId))).toEqual([]);
  });

  test("is named first, and it is sent again once that was shown", async () => {
    const order = await rejected();
    const equal = await requested(context, terms);
    expect(await send(equal)).toBe("accepted");
    const { referenceId } = equal;
    const named = { error: { kind: "repeats", repeat: { referenceId, by: "ops" } } };
    expect(await reissue(order)).toMatchObject(named);
    expect(await reissueShown(order, ["WD-of-another"])).toMatchObject(named);
    await service.decide(referenceId, "complete");
    await ask(equal);
    expect(await again(equal)).toMatchObject({ status: "COMPLETED" });
    expect(await reissue(order)).toMatchObject(named);
    expect(await reissueShown(order, [referenceId])).toMatchObject({ ok: true });
  });

  test("is named also where it is a row that a batch has still to send", async () => {
    const order = await rejected();
    const batchId = await uploaded(context, [terms]);
    // The order came to nothing: the row has no warning.
    expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
    const inBatch = { ok: false, error: { kind: "in_batch", batchId, name: "payouts.csv" } };
    expect(await reissue(order)).toEqual(inBatch);
    const { referenceId } = await requested(context, terms);
    expect(await reissueShown(order, [batchId])).toMatchObject({ error: { kind: "repeats", repeat: { referenceId } } });
    expect(await reissueShown(order, [referenceId])).toEqual(inBatch);
    expect(await reissueShown(order, [batchId, referenceId])).toMatchObject({ ok: true });
  });

  test("is no row that retries the order: that one is not sent any more", async () => {
    const order = await rejected();
    const batchId = await uploaded(context, [terms]);
    expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
    await context.db.update(batchRows).set({ replaces: order.id }).where(eq(batchRows.batchId, batchId));
    expect(await reissue(order)).toMatchObject({ ok: true });
  });

  test("is none of those that it replaces itself", async () => {
    const first = await requested(context, terms);
    expect(await send(first)).toBe("accepted");
    await service.decide(first.referenceId, "fail");
    await ask(first);
    expect(await again(first)).toMatchObject({ status: "FAILED" });
    const form = withdrawalInput.parse({ ...typedForm(terms), corrects: first.referenceId });
    const made = await requestWithdrawal(ops, form);
    if (!made.ok) throw new Error(made.error.kind);
    const second = await rejected(await orderOf(context, made.value.referenceId));
    expect(await reissue(second)).toMatchObject({ ok: true });
    const third = await rejected(await orderOf(context, `${second.referenceId}-2`));
    expect(await reissue(third)).toMatchObject({ ok: true });
  });
});

describe("an order that was recorded as not created and turns up", () => {
  /** The service held the request back and created the order against its own rules. */
  async function turnsUp({ referenceId }: Order) {
    const { id } = await orderOf(context, referenceId);
    const [attempt] = await context.db.select().from(attempts).where(eq(attempts.transactionRow, id));
    await job.api.sendWithdraw(job.api.prepareWithdraw(JSON.parse(attempt!.body)));
  }

  test("stops its replacement before it leaves, and both need action", async () => {
    const order = await notCreated();
    await reissue(order);
    await turnsUp(order);
    await ask(order);
    expect(await again(order)).toMatchObject({ discrepancyAt: expect.any(Date), discrepancyKind: "double" });
    const newer = await orderOf(context, `${order.referenceId}-2`);
    expect(newer).toMatchObject({ submission: "stopped", discrepancyAt: expect.any(Date), discrepancyKind: "double" });
    // Each page says what is true of its own order, and has what the console did.
    const [earlier, stopped] = [(await getTransaction(ops, order))!, (await getTransaction(ops, newer))!];
    expect([earlier, stopped].map(sentenceKeyOf)).toEqual(["double", "doubleUnsent"]);
    expect(stopped.replaces).toBe(order.referenceId);
    expect(stopped.timeline[0]).toMatchObject({
      ...{ action: "discrepancy.duplicate_found", detail: { submission: "stopped" } },
    });
    expect(earlier.timeline).toContainEqual(expect.objectContaining({ action: "submission.not_created" }));
    expect(await send(newer)).toBe("taken");
    expect((await atService()).filter((id) => id.startsWith(order.referenceId))).toEqual([order.referenceId]);
  });

  test("is named on the page of its replacement that has left", async () => {
    const order = await notCreated();
    await reissue(order);
    const newer = await orderOf(context, `${order.referenceId}-2`);
    await send(newer);
    await turnsUp(order);
    await ask(order);
    const view = (await getTransaction(ops, newer))!;
    expect(view).toMatchObject({ discrepancyKind: "double", submission: "accepted", replaces: order.referenceId });
    expect(sentenceKeyOf(view)).toBe("doubleReplacing");
  });

  test("is the one that all its replacements name, and each that turns up later is news", async () => {
    const first = await notCreated();
    await reissue(first);
    const second = await orderOf(context, `${first.referenceId}-2`);
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "before" });
    expect(await send(second)).toBe("unknown");
    await notFound(second, 700);
    expect(await reissue(second)).toMatchObject({ ok: true });
    const third = await orderOf(context, `${first.referenceId}-3`);
    const saidOf = async ({ id }: Order) =>
      (await context.db.select().from(discrepancies).where(eq(discrepancies.transactionRow, id))).map(
        ({ said }) => said,
      );

    await turnsUp(first);
    await ask(first);
    const isFirst = `${first.referenceId} turned up`;
    expect([await saidOf(second), await saidOf(third)]).toEqual([[isFirst], [isFirst]]);
    const keys = async () => {
      const views = [first, second, third].map(async (order) => sentenceKeyOf((await getTransaction(ops, order))!));
      return Promise.all(views);
    };
    expect(await keys()).toEqual(["double", "doubleReplacing", "doubleUnsent"]);
    expect(await again(second)).toMatchObject({ submission: "not_created" });

    await turnsUp(second);
    await ask(second);
    expect(await saidOf(third)).toEqual([isFirst, `${second.referenceId} turned up`]);
    expect(await keys()).toEqual(["double", "doubleReplacing", "doubleUnsent"]);
  });

  test("stops one that waits for approval, too, so that a double is not approved", async () => {
    const order = await notCreated();
    await reissue(order);
    const { id } = await orderOf(context, `${order.referenceId}-2`);
    await context.db.update(transactions).set({ submission: "awaiting_approval" }).where(eq(transactions.id, id));
    await turnsUp(order);
    await ask(order);
    expect(await orderOf(context, `${order.referenceId}-2`)).toMatchObject({ submission: "stopped" });
  });

  test.each(["declined", "sent_back", "withdrawn", "expired"] as const)(
    "does not say of its replacement that was %s that it may be paid",
    async (submission) => {
      const order = await notCreated();
      await reissue(order);
      const { id } = await orderOf(context, `${order.referenceId}-2`);
      await context.db.update(transactions).set({ submission }).where(eq(transactions.id, id));
      await turnsUp(order);
      await ask(order);
      const view = (await getTransaction(ops, { referenceId: `${order.referenceId}-2` }))!;
      expect([view.submission, sentenceKeyOf(view)]).toEqual([submission, "doubleUnsent"]);
    },
  );
});
