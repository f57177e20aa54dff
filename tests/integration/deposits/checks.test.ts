import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exchanges } from "@/drizzle/schema/evidence";
import type { Ctx } from "@/lib/auth/context";
import { requestDeposit } from "@/lib/deposits/commands";
import { checkDeposit, getDepositToCorrect } from "@/lib/deposits/queries";
import { depositInput } from "@/lib/deposits/schema";
import { sendDeposit } from "@/lib/deposits/submit";
import { checkPlayerStatus, registerPlayer as requestRegistration } from "@/lib/kyc/commands";
import { getPlayer } from "@/lib/kyc/queries";
import { sendRegistration } from "@/lib/kyc/submit";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recordDiscrepancy } from "@/lib/transactions/discrepancies/record";
import type { TestContext } from "../../support/context";
import { typedDeposit } from "../../support/forms";
import { listDeposits } from "../../support/lists";
import { registerPlayer, requestedDeposit } from "../../support/orders";
import { registering } from "../../support/players";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let support: Ctx;
let job: Ctx;
beforeAll(async () => {
  ({ service, context } = await openAtService());
  [support, job] = [await context.as("support"), await context.as("job")];
});
afterEach(() => service.behave());
afterAll(() => context.close());

const later = () => {
  context.clock.now = new Date(context.clock.now.getTime() + 1_000);
};
const check = (playerId: string, currency = "JPY") => checkDeposit(support, { playerId, currency });

describe("before a deposit is created", () => {
  test.each([
    ["registered", "registered"],
    ["failed", "failed"],
    ["expired", "expired"],
  ] as const)("a player who is %s at the service is reported as %s", async (result, kind) => {
    await registerPlayer(context, service, `p-${result}`, result);
    expect((await check(`p-${result}`)).player).toEqual({ kind });
  });

  test("a player who waits for registration is reported as waiting, a player without one as unregistered", async () => {
    await registerPlayer(context, service, "p-waits", null);
    expect((await check("p-waits")).player).toEqual({ kind: "pending" });
    expect((await check("p-unknown")).player).toEqual({ kind: "never_registered" });
  });

  test("a service that states no result leaves it open: the player is not called unregistered", async () => {
    await service.misbehave({ path: "/kyc/status", kind: "status", when: "before", status: 503, html: true });
    expect((await check("p-registered")).player).toMatchObject({ kind: "no_answer", failure: { kind: "unknown" } });
  });

  test("news of a player whom we hold is kept as evidence and believed, and the player can be registered again", async () => {
    const { playerId, userName, id } = await registering(context, { playerId: "p-expired-unheard" });
    await sendRegistration(job, { registrationRow: id });
    const decide = async (status: "registered" | "expired") => {
      later();
      await service.operate(`/kyc/${playerId}/${status}`);
    };
    await decide("registered");
    await checkPlayerStatus(job, { playerId });
    // The callback about it never comes.
    await decide("expired");
    expect((await check(playerId)).player).toEqual({ kind: "expired" });
    const view = await getPlayer(support, { playerId });
    expect(view!.registrations[0]).toMatchObject({ status: "EXPIRED", evidence: { source: "query" } });
    expect(view!.timeline).toContainEqual(
      expect.objectContaining({ kind: "asked", status: "EXPIRED", verdict: "moved" }),
    );

    // Support left a field of a form, and did not ask for a check.
    expect(view!.timeline).not.toContainEqual(expect.objectContaining({ action: "registration.check_requested" }));

    // Nothing is kept of an answer that says what we hold, or is about a player whom we do not hold.
    const kept = await context.db.$count(exchanges);
    await check(playerId);
    await registerPlayer(context, service, "p-of-others");
    await check("p-of-others");
    expect(await context.db.$count(exchanges)).toBe(kept);
    expect(await getPlayer(support, { playerId: "p-of-others" })).toBeNull();

    const again = await requestRegistration(await context.as("ops"), {
      formId: randomUUID(),
      playerId,
      userName: userName!,
      replaces: null,
    });
    expect(again).toMatchObject({ ok: true });
  });

  test("another currency needs no registration, and the service is not asked", async () => {
    await service.misbehave({ path: "/kyc/status", kind: "status", when: "before", status: 503, html: true });
    expect((await check("p-unknown", "THB")).player).toEqual({ kind: "not_needed" });
  });

  test("lists the deposits that the player may still pay, without those that are final or refused", async () => {
    const playerId = "p-two-links";
    const waiting = await requestedDeposit(context, { playerId, currency: "THB", amount: "100" });
    const refused = await requestedDeposit(context, {
      playerId,
      currency: "THB",
      amount: "1",
      payerBankCode: "NOBANK",
    });
    const paid = await requestedDeposit(context, { playerId, currency: "THB", amount: "200" });
    for (const { id } of [refused, paid]) await sendDeposit(job, { transactionRow: id });
    await service.decide(paid.referenceId, "complete");
    await checkOrderStatus(job, paid);

    const { open } = await check(playerId, "THB");
    expect(open.map(({ referenceId }) => referenceId)).toEqual([waiting.referenceId]);
    expect((await check(playerId)).open).toEqual([]);
    expect((await check("p-another", "THB")).open).toEqual([]);

    const listed = async (show: "open" | "paid") =>
      (await listDeposits(support, { show })).map((row) => row.referenceId);
    expect(await listed("paid")).toEqual([paid.referenceId]);
    expect(await listed("open")).toEqual([waiting.referenceId]);
  });
});

describe("the form whose answer was lost", () => {
  const formId = randomUUID();
  const terms = { playerId: "p-lost-answer", currency: "THB" } as const;
  const form = depositInput.parse(typedDeposit({ ...terms, amount: "60", formId }));
  const asked = { ...terms, form };

  test("is not warned of its own deposit, which is named, and is warned of others", async () => {
    expect((await checkDeposit(support, asked)).own).toBeNull();
    const other = await requestedDeposit(context, { ...terms, amount: "50" });
    const own = await requestedDeposit(context, { ...terms, amount: "60", formId });
    const found = await checkDeposit(support, asked);
    expect(found.own).toEqual({ referenceId: own.referenceId, at: own.createdAt.toISOString(), isSame: true });
    expect(found.open.map(({ referenceId }) => referenceId)).toEqual([other.referenceId]);
  });

  test("and was edited since, or is in another tab: what stands there was not sent, and its deposit is open", async () => {
    for (const other of [{ amount: "61" }, { payerAccountName: "サトウ　ハナコ" }]) {
      const { own, open } = await checkDeposit(support, { ...terms, form: { ...form, ...other } });
      expect([own?.isSame, open.length]).toEqual([false, 2]);
    }
    const playerId = "p-another";
    const { own } = await checkDeposit(support, { ...terms, playerId, form: { ...form, playerId } });
    expect(own?.isSame).toBe(false);
  });

  test("is another user's, of another environment, or not named: its deposit is one as any other", async () => {
    const readers: Ctx[] = [await context.as("ops"), { ...support, environment: "production" }];
    for (const reader of readers) expect((await checkDeposit(reader, asked)).own).toBeNull();
    const { own, open } = await checkDeposit(support, terms);
    expect([own, open.length]).toEqual([null, 2]);
  });
});

describe("the form of an earlier deposit", () => {
  test("comes back as it was read, where it was refused", async () => {
    const order = await requestedDeposit(context, { currency: "THB", amount: "50", payerBankCode: "NOBANK" });
    expect(await getDepositToCorrect(support, order)).toBeNull();
    await sendDeposit(job, { transactionRow: order.id });
    expect(await getDepositToCorrect(support, order)).toEqual({
      terms: {
        ...{ currency: "THB", amount: "50", playerId: "p-20117" },
        ...{ payerAccountName: "ヤマダ　タロウ", payerAccount: "", payerBankCode: "NOBANK" },
      },
      isPayerLeftOut: false,
    });
    // Who did not type the payer's name, and may not see it, is not shown it by way of a form.
    const other = await getDepositToCorrect(await context.another("support"), order);
    expect(other).toMatchObject({
      terms: { payerAccountName: "", payerAccount: "", payerBankCode: "NOBANK" },
      isPayerLeftOut: true,
    });
  });

  test("does not come back where the deposit is replaced already, or was created after all", async () => {
    const refused = async () => {
      const order = await requestedDeposit(context, { currency: "THB", amount: "51", payerBankCode: "NOBANK" });
      await sendDeposit(job, { transactionRow: order.id });
      expect(await getDepositToCorrect(support, order)).not.toBeNull();
      return order;
    };
    const replaced = await refused();
    const again = depositInput.parse(typedDeposit({ currency: "THB", amount: "51" }));
    const made = await requestDeposit(support, { ...again, corrects: replaced.referenceId });
    expect(made).toMatchObject({ ok: true });
    expect(await getDepositToCorrect(support, replaced)).toBeNull();

    const turnedUp = await refused();
    await context.db.transaction((tx) =>
      recordDiscrepancy(tx, support, turnedUp, [{ kind: "double", said: "SUCCESS" }]),
    );
    expect(await getDepositToCorrect(support, turnedUp)).toBeNull();
  });
});
