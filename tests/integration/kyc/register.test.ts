import { randomUUID } from "node:crypto";
import { and, asc, eq, like, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { notifications } from "@/drizzle/schema/notifications";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { registrationAttempts } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { getPlayerKyc } from "@/lib/api/records";
import type { Ctx } from "@/lib/auth/context";
import { checkDeposit } from "@/lib/deposits/queries";
import { applyKycStatusReport } from "@/lib/kyc/apply-status-report";
import { heldPlayers } from "@/lib/kyc/bulk-import";
import { checkPlayerStatus, pollPlayer, registerPlayer } from "@/lib/kyc/commands";
import { getPlayer } from "@/lib/kyc/queries";
import { recoverStuckRegistrations } from "@/lib/kyc/recover-stuck";
import { KYC_STATUSES, kycDisplayStatusOf, LIMIT_MS, needsAction } from "@/lib/kyc/state";
import { sendRegistration } from "@/lib/kyc/submit";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { availableJobs, killWorkerOf } from "../../support/jobs";
import { listPlayers } from "../../support/lists";
import { newPlayerId, registering, registrationOf } from "../../support/players";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let job: Ctx;
let ops: Ctx;

beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
  job = await context.as("job");
  ops = await context.as("ops");
});
// Each step of a test is a little later than the one before.
beforeEach(() => pass(1_000));
afterEach(() => service.behave());
afterAll(async () => {
  await context.close();
  await service.close();
});

function pass(ms: number) {
  context.clock.now = new Date(context.clock.now.getTime() + ms);
}

/** The service's clock goes along: it would refuse what was signed minutes ago. */
async function passWithService(ms: number) {
  pass(ms);
  await service.setClock(context.clock.now.getTime() - Date.now());
}

type Registration = Awaited<ReturnType<typeof registering>>;
const send = ({ id }: Registration, ctx = job) => sendRegistration(ctx, { registrationRow: id });
const ask = async ({ playerId }: Registration, ctx = job) => {
  pass(1_000);
  return checkPlayerStatus(ctx, { playerId });
};
const again = ({ playerId }: Registration) => registrationOf(context, playerId);
const decide = ({ playerId }: Registration, how: "registered" | "failed" | "expired") =>
  service.operate(`/kyc/${playerId}/${how}`);
const attemptsOf = ({ id }: Registration) =>
  context.db
    .select()
    .from(registrationAttempts)
    .where(eq(registrationAttempts.registrationRow, id))
    .orderBy(asc(registrationAttempts.number));
/** By a person who saw the earlier name. */
async function register(playerId: string, userName: string, formId = randomUUID()) {
  const [held] = (await heldPlayers(ops, { playerIds: [playerId] })).rows;
  return registerPlayer(ops, { formId, playerId, userName, replaces: held ?? null });
}
const atService = async (playerId: string) =>
  (await service.operate("/kyc", undefined, "GET")).filter(
    (one: { playerId: string }) => one.playerId === playerId,
  ) as { userName: string; callbackUrl: string; gateway: string }[];

describe("registering a player", () => {
  test("is accepted, and pending", async () => {
    const player = await registering(context);
    expect(await send(player)).toBe("accepted");
    const after = await again(player);
    expect(after).toMatchObject({ submission: "accepted", status: "PENDING", statusSource: "create_answer" });
    expect(after.nextPollAt).not.toBeNull();
  });

  test("is on record word for word before it leaves, at an address of its own, by the channel that is configured", async () => {
    const player = await registering(context, { userName: "スズキ　ハナコ" });
    await send(player);
    const [attempt] = await attemptsOf(player);
    const address = `http://console.test/api/callbacks/sandbox/${player.callbackToken}`;
    expect(JSON.parse(attempt!.body)).toMatchObject({
      ...{ playerId: player.playerId, userName: "スズキ　ハナコ", currency: "JPY", gateway: "JPBANK" },
      ...{ callbackUrl: address, nonce: attempt!.nonce },
    });
    expect(await atService(player.playerId)).toMatchObject([{ userName: "スズキ　ハナコ", callbackUrl: address }]);
  });

  test("the same form twice is one registration; with another name it says so", async () => {
    const [playerId, formId] = [newPlayerId(), randomUUID()];
    const twice = await Promise.all([1, 2, 3].map(() => register(playerId, "ヤマダ　タロウ", formId)));
    expect(twice).toEqual([1, 2, 3].map(() => ({ ok: true, value: { playerId } })));
    expect(await register(playerId, "ヤマダ　ジロウ", formId)).toEqual({
      ok: false,
      error: { kind: "form_used", playerId },
    });
    expect(await context.db.$count(registrations, eq(registrations.playerId, playerId))).toBe(1);
  });

  test("ten concurrent senders send once", async () => {
    const player = await registering(context);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send(player)));
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(await atService(player.playerId)).toHaveLength(1);
  });

  test("the same name while it is under way, or done, is not sent once more", async () => {
    const player = await registering(context);
    const { playerId } = player;
    expect(await register(playerId, "ヤマダ　タロウ")).toMatchObject({ error: { kind: "registered_already" } });
    await send(player);
    expect(await register(playerId, "ヤマダ　タロウ")).toMatchObject({ error: { kind: "registered_already" } });
    await decide(player, "registered");
    await ask(player);
    expect(await register(playerId, "ヤマダ　タロウ")).toMatchObject({ error: { kind: "registered_already" } });
    expect(await register(playerId, "ヤマダ　ハナコ")).toMatchObject({ ok: true });
  });

  test("another name takes the place of a registered one only where the person saw that one", async () => {
    const player = await registering(context);
    await send(player);
    await decide(player, "registered");
    await ask(player);
    const other = { formId: randomUUID(), playerId: player.playerId, userName: "ヤマダ　ハナコ" };
    for (const replaces of [null, { userName: "ヤマダ　ジロウ" }, { userName: null }])
      expect(await registerPlayer(ops, { ...other, replaces })).toEqual({ ok: false, error: { kind: "other_name" } });
    expect(await again(player)).toMatchObject({ id: player.id, status: "REGISTERED" });
    const replaces = { userName: player.userName };
    expect(await registerPlayer(ops, { ...other, replaces })).toMatchObject({ ok: true });
    expect(await again(player)).toMatchObject({ userName: "ヤマダ　ハナコ", submission: "queued" });
  });

  test("another name takes the place of a failed one without a question", async () => {
    const player = await registering(context);
    await send(player);
    await decide(player, "failed");
    await ask(player);
    const other = { formId: randomUUID(), playerId: player.playerId, userName: "ヤマダ　ハナコ", replaces: null };
    expect(await registerPlayer(ops, other)).toMatchObject({ ok: true });
  });

  test("the same name is sent once more where the service has expired it, or has no registration any more", async () => {
    const expired = await registering(context);
    await send(expired);
    await decide(expired, "registered");
    await ask(expired);
    await decide(expired, "expired");
    pass(1_000);
    expect(await register(expired.playerId, "ヤマダ　タロウ")).toMatchObject({ ok: true });
    expect(await again(expired)).toMatchObject({ submission: "queued", status: null });

    const gone = await registering(context);
    await send(gone);
    // That the service does not know a player who is pending here says nothing yet.
    const unknown = { path: "/kyc/status", kind: "status", when: "before", status: 404 } as const;
    await service.misbehave(unknown);
    expect(await register(gone.playerId, "ヤマダ　タロウ")).toMatchObject({ error: { kind: "registered_already" } });
    await service.misbehave({ ...unknown, status: 503 });
    expect(await register(gone.playerId, "ヤマダ　タロウ")).toMatchObject({ error: { kind: "registered_already" } });
    await decide(gone, "registered");
    await ask(gone);
    // Nor does a question without an answer, after which it is not known either that the player still is registered.
    await service.misbehave({ ...unknown, status: 503 });
    expect(await register(gone.playerId, "ヤマダ　タロウ")).toMatchObject({
      error: { kind: "no_answer", failure: { kind: "unknown" } },
    });
    await service.misbehave(unknown);
    expect(await register(gone.playerId, "ヤマダ　タロウ")).toMatchObject({ ok: true });
    await send(await again(gone));
    expect(await again(gone)).toMatchObject({ submission: "accepted", status: "PENDING" });
    await context.db.delete(circuitBreakers);
  });

  test("an old name that waits to be sent never overtakes a new one", async () => {
    const old = await registering(context);
    pass(1_000);
    await register(old.playerId, "ヤマダ　ジロウ");
    expect(await send(old)).toBe("taken");
    await send(await again(old));
    expect((await atService(old.playerId)).map(({ userName }) => userName)).toEqual(["ヤマダ　ジロウ"]);
    const view = await getPlayer(ops, { playerId: old.playerId });
    expect(view!.registrations.map(({ userName, submission }) => [userName, submission])).toEqual([
      ["ヤマダ　ジロウ", "accepted"],
      ["ヤマダ　タロウ", "stopped"],
    ]);
  });

  test("who was to be registered cannot be changed afterwards", async () => {
    const player = await registering(context);
    const change = context.db.update(registrations).set({ userName: "ダレカ" }).where(eq(registrations.id, player.id));
    await expect(change).rejects.toMatchObject({ cause: { code: "23001" } });
  });
});

describe("what can become of the request", () => {
  test("the service's 400 is a refusal in its own words", async () => {
    const player = await registering(context, { playerId: "x".repeat(128) });
    const fault = { path: "/kyc-register", kind: "status", when: "before", status: 400, message: "Validation failed." };
    await service.misbehave(fault);
    expect(await send(player)).toBe("rejected");
    expect(await again(player)).toMatchObject({ submission: "rejected", status: null, nextPollAt: null });
    const view = await getPlayer(ops, player);
    expect(view!.registrations[0]!.failure).toMatchObject({ kind: "refused", status: 400 });
  });

  test("a channel that is not enabled is a refusal too, though it is a 502", async () => {
    const player = await registering(context);
    const { secretKey, apiKey, baseUrl } = service;
    const other = await openTestContext({ secretKey, apiKey, baseUrl, kycGateway: "NOT-OURS" });
    const { api } = await other.as("job");
    await other.close();
    expect(await send(player, { ...job, api })).toBe("rejected");
    const view = await getPlayer(ops, player);
    expect(view!.registrations[0]!.failure).toMatchObject({ status: 502, code: "GATEWAY_NOT_ENABLED" });
  });

  test("what provably never left is sent again automatically", async () => {
    const player = await registering(context);
    const nowhere = await openTestContext(NOWHERE);
    const { api } = await nowhere.as("job");
    await nowhere.close();
    expect(await send(player, { ...job, api })).toBe("not_sent");
    expect(await again(player)).toMatchObject({ submission: "queued" });
    expect(await send(player)).toBe("accepted");
    expect((await attemptsOf(player)).map(({ outcome }) => outcome)).toEqual(["not_sent", "accepted"]);
  });

  test("what never left is stopped where another name took its place on the way", async () => {
    const player = await registering(context);
    const nowhere = await openTestContext(NOWHERE);
    const { api } = await nowhere.as("job");
    await nowhere.close();
    const sendKycRegister: typeof api.sendKycRegister = async (prepared) => {
      await register(player.playerId, "ヤマダ　ジロウ");
      return api.sendKycRegister(prepared);
    };
    expect(await send(player, { ...job, api: { ...api, sendKycRegister } })).toBe("not_sent");
    const [row] = await context.db.select().from(registrations).where(eq(registrations.id, player.id));
    expect(row).toMatchObject({ submission: "stopped", supersededAt: expect.any(Date) });
    expect(await again(player)).toMatchObject({ userName: "ヤマダ　ジロウ", submission: "queued" });
  });

  test("what waits to be sent again is not taken for what others registered", async () => {
    const player = await registering(context);
    const [nowhere, elsewhere] = [await openTestContext(NOWHERE), await openTestContext(service)];
    elsewhere.clock.now = context.clock.now;
    await send(player, { ...job, api: (await nowhere.as("job")).api });
    const others = await registering(elsewhere, { playerId: player.playerId, userName: "サトウ　ジロウ" });
    await sendRegistration(await elsewhere.as("job"), { registrationRow: others.id });
    for (const opened of [nowhere, elsewhere]) await opened.close();
    await ask(player);
    expect(await again(player)).toMatchObject({ id: player.id, submission: "queued", status: null });
    expect(await send(player)).toBe("accepted");
  });

  test("a lost response is an unknown outcome, and is found by a status check", async () => {
    const player = await registering(context);
    await service.misbehave({ path: "/kyc-register", kind: "drop", when: "after" });
    expect(await send(player)).toBe("unknown");
    expect(await again(player)).toMatchObject({ submission: "unknown", status: null });
    const failure = async () => (await getPlayer(ops, player))!.registrations[0]!.failure;
    expect(await failure()).toMatchObject({ kind: "unknown" });
    await ask(player);
    expect(await again(player)).toMatchObject({ submission: "accepted", status: "PENDING", statusSource: "query" });
    // It is no reason for what the service has said since.
    expect(await failure()).toBeNull();
  });

  test("what never arrived is not created once it can no longer be accepted", async () => {
    const player = await registering(context);
    await service.misbehave({ path: "/kyc-register", kind: "drop", when: "before" });
    expect(await send(player)).toBe("unknown");
    await ask(player);
    expect(await again(player)).toMatchObject({ submission: "unknown" });
    await passWithService(331_000);
    await ask(player);
    expect(await again(player)).toMatchObject({ submission: "not_created", nextPollAt: null });
    expect(await register(player.playerId, "ヤマダ　タロウ")).toMatchObject({ ok: true });
  });

  test("after a lost registration, the earlier one's status is not taken for its own", async () => {
    const player = await registering(context, { userName: "シッパイ" });
    await send(player);
    await decide(player, "failed");
    await ask(player);
    await register(player.playerId, "ヤマダ　タロウ");
    const second = await again(player);
    await service.misbehave({ path: "/kyc-register", kind: "drop", when: "before" });
    expect(await send(second)).toBe("unknown");
    await ask(second);
    expect(await again(player)).toMatchObject({ submission: "unknown", status: null });
  });

  test("after a refused registration, the decision about the earlier name is not taken for the new one's", async () => {
    const player = await registering(context, { userName: "ヤマダ　タロ" });
    await send(player);
    pass(1_000);
    await register(player.playerId, "ヤマダ　タロウ");
    const second = await again(player);
    await service.misbehave({ path: "/kyc-register", kind: "status", when: "before", status: 400 });
    expect(await send(second)).toBe("rejected");
    await decide(player, "registered");
    await ask(second);
    expect(await again(player)).toMatchObject({ id: second.id, submission: "rejected", status: null });
  });

  test("a name that arrived although its answer was lost stays the player's after the same name is refused", async () => {
    const player = await registering(context);
    await service.misbehave({ path: "/kyc-register", kind: "drop", when: "after" });
    expect(await send(player)).toBe("unknown");
    pass(1_000);
    await register(player.playerId, player.userName!);
    const second = await again(player);
    await service.misbehave({ path: "/kyc-register", kind: "status", when: "before", status: 400 });
    expect(await send(second)).toBe("rejected");
    await decide(player, "registered");
    await ask(second);
    expect(await again(player)).toMatchObject({ id: second.id, userName: player.userName, status: "REGISTERED" });
  });

  /** Lost twice under the same name, the second time after "Register again". */
  async function lostTwice(playerId: string, userName: string) {
    for (let time = 0; time < 2; time += 1) {
      pass(1_000);
      await register(playerId, userName);
      await service.misbehave({ path: "/kyc-register", kind: "drop", when: "before" });
      expect(await send(await registrationOf(context, playerId))).toBe("unknown");
    }
    return registrationOf(context, playerId);
  }

  /** A registration that the service has, and of which nothing is on record here. */
  async function arrives(playerId: string, userName: string) {
    const callbackUrl = "http://console.test/api/callbacks/sandbox/none";
    await job.api.sendKycRegister(job.api.prepareKycRegister({ playerId, userName, currency: "JPY", callbackUrl }));
  }

  test("after two lost registrations, the status of the one before them is not taken for theirs", async () => {
    const player = await registering(context, { userName: "ヤマダ　タロ" });
    await send(player);
    await decide(player, "registered");
    await ask(player);
    const last = await lostTwice(player.playerId, "ヤマダ　タロウ");
    await ask(last);
    expect(await again(player)).toMatchObject({ id: last.id, submission: "unknown", status: null });
  });

  test("after two lost registrations under one name and none before them, an answer can only be about that name", async () => {
    const playerId = newPlayerId();
    const last = await lostTwice(playerId, "ヤマダ　タロウ");
    await arrives(playerId, "ヤマダ　タロウ");
    await ask(last);
    expect(await again(last)).toMatchObject({ id: last.id, submission: "accepted", status: "PENDING" });
  });

  test("once neither of two lost ones arrived, others' registration is not taken for the refused third", async () => {
    const playerId = newPlayerId();
    const second = await lostTwice(playerId, "ヤマダ　タロウ");
    await passWithService(331_000);
    await ask(second);
    expect(await again(second)).toMatchObject({ submission: "not_created" });
    await register(playerId, "ヤマダ　タロウ");
    const third = await again(second);
    await service.misbehave({ path: "/kyc-register", kind: "status", when: "before", status: 400 });
    expect(await send(third)).toBe("rejected");
    await arrives(playerId, "サトウ　ジロウ");
    await decide(third, "registered");
    await ask(third);
    expect(await again(third)).toMatchObject({ userName: null, submission: null, status: "REGISTERED" });
  });

  test("after a sender died, the recovery job checks the status", async () => {
    const player = await registering(context);
    const killed = { ...job.api, sendKycRegister: () => Promise.reject(new Error("killed")) };
    await expect(send(player, { ...job, api: killed })).rejects.toThrow("killed");
    await recoverStuckRegistrations(job);
    expect(await again(player)).toMatchObject({ submission: "submitting" });
    pass(61_000);
    await recoverStuckRegistrations(job);
    expect(await again(player)).toMatchObject({ submission: "unknown" });
    expect((await again(player)).nextPollAt).not.toBeNull();
  });
});

test("those whose jobs were lost are sent by one worker after all other jobs, however many they are", async () => {
  const player = await registering(context);
  await context.db.insert(registrations).values(
    Array.from({ length: 120 }, (_, at) => ({
      ...(({ id: _id, ...rest }) => rest)(player),
      ...{
        playerId: `late-${at}`,
        formId: randomUUID(),
        callbackToken: randomUUID(),
        submission: "queued" as const,
        dueAt: context.clock.now,
      },
    })),
  );
  await context.db.execute(sql`delete from graphile_worker._private_jobs`);
  const late = (ms: number) => ({ ...job, now: () => new Date(context.clock.now.getTime() + 3_600_000 + ms) });
  await recoverStuckRegistrations(late(0));
  const queue = expect.stringMatching(/^late-registrations:sandbox:\d+$/);
  const first = await availableJobs(context.db, "register-player");
  expect(first).toEqual([{ queue, priority: 100, jobs: 100 }]);
  await killWorkerOf(context.db, "register-player");
  expect(await availableJobs(context.db, "register-player")).toEqual([]);
  await recoverStuckRegistrations(late(600_000));
  const next = await availableJobs(context.db, "register-player");
  expect(next).toEqual([{ queue, priority: 100, jobs: 100 }]);
  expect(next).not.toEqual(first);
  const ended = { supersededAt: context.clock.now };
  await context.db.update(registrations).set(ended).where(like(registrations.playerId, "late-%"));
});

/** What the service said of a player when it was asked at this time. */
const report = ({ id, playerId }: Registration, status: string, asOf: Date) =>
  context.db.transaction((tx) =>
    applyKycStatusReport(tx, job, id, { source: "query", status, playerId, currency: null, asOf }, {}),
  );

describe("what the service decides", () => {
  async function pending() {
    const player = await registering(context);
    await send(player);
    return player;
  }

  test.each([
    ["registered", "REGISTERED"],
    ["failed", "FAILED"],
    ["expired", "EXPIRED"],
  ] as const)("%s is seen by asking, with its evidence, and then we stop asking", async (how, status) => {
    const player = await pending();
    await decide(player, how);
    await ask(player);
    expect(await again(player)).toMatchObject({ status, statusSource: "query", nextPollAt: null });
  });

  test("FAILED, then registered again under the right name, is REGISTERED; the history has both", async () => {
    const player = await pending();
    await decide(player, "failed");
    await ask(player);
    expect(await register(player.playerId, "ヤマダ　タロウ")).toMatchObject({ ok: true });
    const second = await again(player);
    await send(second);
    await decide(second, "registered");
    await ask(second);
    const view = await getPlayer(await context.as("support"), player);
    expect(view!.registrations.map(({ status, superseded }) => [status, superseded])).toEqual([
      ["REGISTERED", false],
      ["FAILED", true],
    ]);
  });

  test("REGISTERED, and then that it has no registration: the record stays, and no screen calls the player registered", async () => {
    const player = await pending();
    await decide(player, "registered");
    await ask(player);
    const before = await again(player);
    const none = { path: "/kyc/status", kind: "status", when: "before", status: 404 } as const;
    const stateOf = async () => {
      const newest = (await getPlayer(ops, player))!.registrations[0]!;
      return kycDisplayStatusOf({ ...newest, since: new Date(newest.since) }, context.clock.now);
    };
    const lists = async () => [await shown("needs", player.playerId), await shown("registered", player.playerId)];
    const answered = async () => {
      const answer = await getPlayerKyc(ops, player);
      return answer.ok && answer.value.registered;
    };
    const deposit = () => checkDeposit(ops, { currency: "JPY", playerId: player.playerId });

    for (const check of [() => ask(player), deposit]) {
      expect([await stateOf(), await lists(), await answered()]).toEqual(["registered", [false, true], true]);
      pass(1_000);
      await service.misbehave(none);
      await check();
      expect([await stateOf(), await lists(), await answered()]).toEqual(["not_found", [true, false], false]);
      const { status, statusSource, statusAt } = await again(player);
      expect(status).toBe("REGISTERED");
      expect([statusSource, statusAt]).toEqual([before.statusSource, before.statusAt]);
      // An answer to an older question takes nothing away.
      await report(player, "REGISTERED", before.statusAt!);
      expect(await stateOf()).toBe("not_found");
      // It may have been a wrong channel: checks go on, and end with the first answer that has a registration.
      expect((await again(player)).nextPollAt!.getTime()).toBeGreaterThan(context.clock.now.getTime());
      pass(1_000);
      expect((await deposit()).player).toEqual({ kind: "registered" });
      expect((await again(player)).nextPollAt).toBeNull();
      Object.assign(before, await again(player));
    }
    await service.misbehave(none);
    expect((await deposit()).player).toEqual({ kind: "never_registered" });
    // The same name can be registered once more.
    expect(await register(player.playerId, player.userName!)).toMatchObject({ ok: true });
  });

  test("REGISTERED, and then a word that we do not know: the player is not called registered, and people hear of it", async () => {
    const player = await pending();
    await decide(player, "registered");
    await ask(player);
    await passWithService(LIMIT_MS);
    await report(player, "SUSPENDED", context.clock.now);
    expect(await again(player)).toMatchObject({ status: "SUSPENDED" });
    expect(await shown("needs", player.playerId)).toBe(true);
    const subject = like(notifications.subject, `player:${player.playerId}:%`);
    expect(await context.db.select().from(notifications).where(subject)).toMatchObject([{ event: "kyc_failed" }]);
  });

  test("no answer changes nothing, and is asked for again later", async () => {
    const player = await pending();
    await service.misbehave({ path: "/kyc/status", kind: "status", when: "before", status: 503, html: true });
    expect(await ask(player)).toMatchObject({ ok: false, error: { kind: "no_answer" } });
    const after = await again(player);
    expect(after).toMatchObject({ status: "PENDING" });
    expect(after.nextPollAt!.getTime()).toBeGreaterThan(context.clock.now.getTime());
  });

  test("without a result it is checked at 31 minutes, and needs action from minute 30 on", async () => {
    const player = await pending();
    await passWithService(25 * 60_000);
    await ask(player);
    const sentAt = (await again(player)).sentAt!;
    expect((await again(player)).nextPollAt!.getTime() - sentAt.getTime()).toBeLessThanOrEqual(31 * 60_000);
    expect(await shown("needs", player.playerId)).toBe(false);
    await passWithService(6 * 60_000);
    expect(await shown("needs", player.playerId)).toBe(true);
  });

  test("a manual status check is logged with the user's name", async () => {
    const player = await pending();
    await ask(player, await context.as("support"));
    const view = await getPlayer(ops, player);
    expect(view!.timeline).toContainEqual(
      expect.objectContaining({ kind: "did", by: "support", action: "registration.check_requested" }),
    );
  });
});

const shown = async (show: string, playerId: string, q = "") =>
  (await listPlayers(ops, { show, q })).rows.some((row) => row.playerId === playerId);

describe("the list of players", () => {
  test("has each player once, under every filter that fits", async () => {
    const failed = await registering(context);
    await send(failed);
    expect(await shown("pending", failed.playerId)).toBe(true);
    await decide(failed, "failed");
    await ask(failed);
    expect([await shown("needs", failed.playerId), await shown("pending", failed.playerId)]).toEqual([true, false]);
    await register(failed.playerId, "ヤマダ　タロウ");
    expect([await shown("needs", failed.playerId), await shown("pending", failed.playerId)]).toEqual([false, true]);
    await send(await again(failed));
    await decide(failed, "registered");
    await ask(failed);
    expect([await shown("registered", failed.playerId), await shown("pending", failed.playerId)]).toEqual([
      true,
      false,
    ]);
  });

  test("filters every possible registration as its badge does: whether it needs action", async () => {
    const own = await openTestContext(service);
    const [at, fresh] = [own.clock.now, new Date(own.clock.now.getTime() - 60_000)];
    const every = [null, ...KYC_STATUSES, "NEW_WORD"].flatMap((status) =>
      (status === null ? [null, ...SUBMISSIONS] : [null, "accepted" as const]).flatMap((submission) =>
        [fresh, new Date(at.getTime() - LIMIT_MS - 1_000)].map((createdAt) => ({ status, submission, createdAt })),
      ),
    );
    const gone = every.map((values) => ({ ...values, notFoundAt: at }));
    const given = [...every, ...gone].map((values, n) => ({
      ...values,
      playerId: `every-${n}`,
      currency: "JPY",
      updatedAt: at,
    }));
    await own.db.insert(registrations).values(given.map((one) => ({ ...one, environment: "sandbox" as const })));
    const needing = given.filter((one) => needsAction(kycDisplayStatusOf({ ...one, since: one.createdAt }, at)));
    const registered = given.filter((one) => kycDisplayStatusOf({ ...one, since: one.createdAt }, at) === "registered");
    const ids = (rows: { playerId: string }[]) => rows.map(({ playerId }) => playerId).toSorted();
    const listed = async (show: string) => ids((await listPlayers(await own.as("ops"), { show, q: "" })).rows);
    expect(await listed("needs")).toEqual(ids(needing));
    expect(await listed("registered")).toEqual(ids(registered));
    expect(ids(registered).filter((id) => needing.some(({ playerId }) => playerId === id))).toEqual([]);
    await own.close();
  });

  test("finds players by the beginning of id or name, however it is typed, and takes no sign for a pattern", async () => {
    const player = await registering(context, { playerId: "vip%100", userName: "ハヤシバラ　ケン" });
    const names = ["ﾊﾔｼ", "はやしばら けん", "ハヤシ", "ハヤシバラケン", "ケン ハヤシバラ", "hayashi"];
    for (const q of ["vip%", ...names]) expect(await shown("all", player.playerId, q)).toBe(true);
    for (const q of ["%", "_ip", "ケン"]) expect(await shown("all", player.playerId, q)).toBe(false);
    const finance = await context.as("finance");
    for (const q of names) expect((await listPlayers(finance, { show: "all", q })).rows).toEqual([]);
  });
});

describe("a service that is down", () => {
  const MANY = 1_000;
  const down = () =>
    service.misbehave({ path: "/kyc/status", kind: "status", when: "before", status: 503, times: MANY });
  const look = ({ playerId }: Registration) => {
    pass(1_000);
    return pollPlayer(job, { playerId });
  };
  afterEach(() => context.db.delete(circuitBreakers));

  test("a failing service is not polled about players either: after five failures their checks are put off until it recovers", async () => {
    const players: Registration[] = [];
    for (let made = 0; made < 6; made += 1) players.push(await registering(context));
    for (const player of players) await send(player);
    await down();
    const asked: boolean[] = [];
    for (const player of players) asked.push((await look(player)).asked);
    expect(asked).toEqual([true, true, true, true, true, false]);
    const [held] = await context.db.select().from(circuitBreakers);
    const last = await again(players.at(-1)!);
    expect(last.polls).toBe(0);
    expect(last.nextPollAt!.getTime()).toBeGreaterThanOrEqual(held!.openUntil!.getTime());
  });

  test("is probed by one check, a user may query all the same, and a response closes the circuit", async () => {
    const [player, other] = [await registering(context), await registering(context)];
    for (const one of [player, other]) await send(one);
    const openUntil = new Date(context.clock.now.getTime() + 20_000);
    await context.db.insert(circuitBreakers).values({ environment: "sandbox", failures: 5, trips: 1, openUntil });
    expect([await look(player), await look(other)]).toEqual([{ asked: false }, { asked: false }]);
    pass(20_000);
    await down();
    expect([await look(player), await look(other)]).toEqual([{ asked: true }, { asked: false }]);
    await service.behave();
    expect(await ask(other, ops)).toMatchObject({ ok: true });
    expect(await look(player)).toEqual({ asked: true });
    expect(await context.db.select().from(circuitBreakers)).toMatchObject([{ failures: 0, openUntil: null }]);
  });
});

describe("a player whom we do not hold", () => {
  test("is queried live, and recorded without the unknown name", async () => {
    const player = await registering(context);
    await send(player);
    const elsewhere = await openTestContext(service);
    elsewhere.clock.now = context.clock.now;
    const support = await elsewhere.as("support");
    expect(await checkPlayerStatus(support, player)).toEqual({
      ok: true,
      value: { playerId: player.playerId, found: true },
    });
    expect(await registrationOf(elsewhere, player.playerId)).toMatchObject({
      ...{ submission: null, userName: null, status: "PENDING", statusSource: "query" },
    });
    await elsewhere.close();
  });

  test.each([
    ["was refused", { path: "/kyc-register", kind: "status", when: "before", status: 400 }, "rejected", 0],
    ["never arrived", { path: "/kyc-register", kind: "drop", when: "before" }, "not_created", 331_000],
  ] as const)("is not known by the name of a registration that %s", async (_how, fault, submission, ms) => {
    const own = await openService();
    const [here, elsewhere] = [await openTestContext(own), await openTestContext(own)];
    const jobs = { here: await here.as("job"), elsewhere: await elsewhere.as("job") };
    const wait = async (by: number) => {
      for (const { clock } of [here, elsewhere]) clock.now = new Date(clock.now.getTime() + by);
      await own.setClock(here.clock.now.getTime() - Date.now());
    };
    const refused = await registering(here, { userName: "サトウ　ジロウ" });
    const { playerId } = refused;
    await own.misbehave(fault);
    await sendRegistration(jobs.here, { registrationRow: refused.id });
    await wait(ms + 1_000);
    await checkPlayerStatus(jobs.here, { playerId });
    expect(await registrationOf(here, playerId)).toMatchObject({ submission, status: null });

    const registered = await registering(elsewhere, { playerId });
    await sendRegistration(jobs.elsewhere, { registrationRow: registered.id });
    await own.operate(`/kyc/${playerId}/registered`);
    await wait(1_000);
    expect(await checkPlayerStatus(jobs.here, { playerId })).toMatchObject({ ok: true, value: { found: true } });
    const view = await getPlayer(await here.as("ops"), { playerId });
    const seen = view!.registrations.map((one) => [one.userName, one.submission, one.status, one.superseded]);
    expect(seen).toEqual([
      [null, null, "REGISTERED", false],
      ["サトウ　ジロウ", submission, null, true],
    ]);
    const changed = and(eq(auditEvents.action, "registration.status_changed"), eq(auditEvents.subject, playerId));
    const lines = await here.db.select({ detail: auditEvents.detail }).from(auditEvents).where(changed);
    expect(lines).toMatchObject([{ detail: { reported: "REGISTERED", adopted: true } }]);
    for (const opened of [here, elsewhere, own]) await opened.close();
  });

  test("is not recorded where the service does not know them either", async () => {
    const playerId = newPlayerId();
    expect(await checkPlayerStatus(ops, { playerId })).toEqual({ ok: true, value: { playerId, found: false } });
    expect(await getPlayer(ops, { playerId })).toBeNull();
  });
});

test("every change has its line in the audit log", async () => {
  const player = await registering(context);
  await send(player);
  await decide(player, "registered");
  await ask(player);
  const lines = await context.db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.subject, player.playerId))
    .orderBy(asc(auditEvents.id));
  expect(lines.map(({ action }) => action)).toEqual([
    "registration.requested",
    "registration.claimed",
    "registration.accepted",
    "registration.status_changed",
    "registration.status_changed",
  ]);
});
