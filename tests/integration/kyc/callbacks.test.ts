import { and, eq, inArray, like, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { callbackAddresses } from "@/drizzle/schema/callbacks";
import { deliveries } from "@/drizzle/schema/deliveries";
import { notifications } from "@/drizzle/schema/notifications";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { registrationReports } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { webhookEvents } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/lib/auth/context";
import { rotateCallbackAddress } from "@/lib/callbacks/commands";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { lookUpDeliveries } from "@/lib/callbacks/unknown-orders";
import { checkPlayerStatus } from "@/lib/kyc/commands";
import { getPlayer } from "@/lib/kyc/queries";
import { sendRegistration } from "@/lib/kyc/submit";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { newKey } from "../../support/api";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { accepted } from "../../support/callbacks";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested } from "../../support/orders";
import { registering, registrationOf } from "../../support/players";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let callbackCtx: Ctx;
let job: Ctx;

beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
  callbackCtx = await context.as("callback");
  job = await context.as("job");
});
afterAll(async () => {
  await context.close();
  await service.close();
});

type Registration = Awaited<ReturnType<typeof registering>>;
const again = ({ playerId }: Registration) => registrationOf(context, playerId);

async function pending(more: { playerId?: string } = {}) {
  const player = await registering(context, more);
  await sendRegistration(job, { registrationRow: player.id });
  context.clock.now = new Date(context.clock.now.getTime() + 1_000);
  return again(player);
}

const news = ({ playerId }: Registration, more: Record<string, unknown> = {}) => ({
  ...{ event: "kyc.status", player_id: `10001_${playerId}`, gateway: "JPBANK", currency: "JPY" },
  ...{ status: "REGISTERED", provider_status: "ACCEPTED" },
  ...more,
});

/** Delivers it and judges it; returns what it did. */
async function tell(token: string | null, body: object, signed = false) {
  const header = signed ? { "x-signature": signatureOf({ ...body }, callbackCtx.secretKey) } : {};
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...header },
  };
  const answer = await handleCallback(
    callbackCtx,
    token ?? "none",
    new Request("http://console.test/api/callbacks", init),
  );
  await processDeliveries(job);
  const [delivery] = await context.db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.body, [Buffer.from(JSON.stringify(body))]));
  return { status: answer.status, effect: delivery?.effect ?? null };
}

describe("a callback to a registration's own address", () => {
  test("unsigned, causes a status check, and its response is applied", async () => {
    const player = await pending();
    await service.operate(`/kyc/${player.playerId}/registered`);
    expect(await tell(player.callbackToken, news(player))).toEqual({ status: 200, effect: "asked" });
    expect(await again(player)).toMatchObject({ status: "PENDING", nextPollAt: context.clock.now });
    await checkPlayerStatus(job, player);
    expect(await again(player)).toMatchObject({ status: "REGISTERED", statusSource: "query" });
  });

  test("unsigned, again and again, causes one check at a time, further and further apart, after all other jobs", async () => {
    const player = await pending();
    const now = context.clock.now;
    await context.db
      .update(registrations)
      .set({ polls: 12, lastPolledAt: now, nextPollAt: null })
      .where(eq(registrations.id, player.id));
    await tell(player.callbackToken, news(player));
    const planned = (await again(player)).nextPollAt!;
    expect(planned.getTime()).toBeGreaterThan(now.getTime() + 10_000);
    context.clock.now = new Date(now.getTime() + 1_000);
    await tell(player.callbackToken, news(player, { status: "FAILED" }));
    expect((await again(player)).nextPollAt).toEqual(planned);
    const { rows } = await context.db.execute<{ run_at: Date; priority: number }>(sql`
      select run_at, priority from graphile_worker._private_jobs where payload ->> 'playerId' = ${player.playerId}`);
    expect(rows.map(({ run_at, priority }) => [new Date(run_at), priority])).toEqual([[planned, 100]]);
  });

  test("unsigned, while a check is on its way, causes another one", async () => {
    const player = await pending();
    await tell(player.callbackToken, news(player));
    context.clock.now = new Date(context.clock.now.getTime() + 1_000);
    await tell(player.callbackToken, news(player, { status: "FAILED" }));
    expect((await again(player)).nextPollAt).toEqual(context.clock.now);
  });

  test("unsigned, after another registration took its place, causes a status check of that one", async () => {
    const earlier = await pending();
    await service.operate(`/kyc/${earlier.playerId}/failed`);
    await checkPlayerStatus(job, earlier);
    const later = await registering(context, { playerId: earlier.playerId, userName: "ヤマダ　ハナコ" });
    await service.misbehave({ path: "/kyc-register", kind: "status", when: "after", status: 400 });
    await sendRegistration(job, { registrationRow: later.id });
    await service.operate(`/kyc/${earlier.playerId}/registered`);
    expect(await again(later)).toMatchObject({ id: later.id, submission: "rejected", nextPollAt: null });

    context.clock.now = new Date(context.clock.now.getTime() + 60_000);
    expect(await tell(earlier.callbackToken, news(earlier))).toEqual({ status: 200, effect: "asked" });
    expect(await again(later)).toMatchObject({ nextPollAt: context.clock.now });
    const { rows } = await context.db.execute<{ run_at: Date }>(sql`
      select run_at from graphile_worker._private_jobs where payload ->> 'playerId' = ${later.playerId}
        and run_at = ${context.clock.now.toISOString()}::timestamptz`);
    expect(rows).toHaveLength(1);
    await checkPlayerStatus(job, later);
    // Neither the name that failed nor the one that was refused is known to be the registered one.
    expect(await again(later)).toMatchObject({ userName: null, status: "REGISTERED", statusSource: "query" });
  });

  test("signed, after another registration took its place, is recorded, and neither systems nor people hear of it", async () => {
    await newKey(await context.as("admin"), { scopes: ["events:read"] });
    const first = await pending();
    await registering(context, { playerId: first.playerId, userName: "スズキ　ジロウ" });
    const second = await again(first);
    await sendRegistration(job, { registrationRow: second.id });
    expect(await tell(second.callbackToken, news(second), true)).toMatchObject({ effect: "applied" });
    expect(await tell(first.callbackToken, news(first, { status: "FAILED" }), true)).toMatchObject({
      effect: "applied",
    });
    const ofPlayer = and(
      eq(auditEvents.subject, first.playerId),
      eq(auditEvents.action, "registration.status_changed"),
    );
    const changes = await context.db.select().from(auditEvents).where(ofPlayer).orderBy(auditEvents.id);
    expect(changes.map(({ detail }) => [detail.reported, detail.superseded])).toEqual([
      ["PENDING", undefined],
      ["PENDING", undefined],
      ["REGISTERED", undefined],
      ["FAILED", true],
    ]);
    const { subjectRow, subject, data, position } = webhookEvents;
    const events = await context.db
      .select({ subjectRow, data })
      .from(webhookEvents)
      .where(eq(subject, first.playerId))
      .orderBy(position);
    const statuses = events.flatMap(({ data: { status } }) => status ?? []);
    expect(statuses).toEqual(["PENDING", "PENDING", "REGISTERED"]);
    // So that one of them waits until those before it have arrived.
    expect(new Set(events.map((event) => event.subjectRow)).size).toBe(1);
    expect(await context.db.$count(notifications, like(notifications.subject, `player:${first.playerId}:%`))).toBe(0);
  });

  test("unsigned, about a decided player, is checked again where its check had no answer", async () => {
    const player = await pending();
    await service.operate(`/kyc/${player.playerId}/registered`);
    await checkPlayerStatus(job, player);
    await service.operate(`/kyc/${player.playerId}/expired`);
    expect(await tell(player.callbackToken, news(player, { status: "EXPIRED" }))).toMatchObject({ effect: "asked" });
    const begun = context.clock.now;
    const gaps: number[] = [];
    for (let turn = 0; turn < 12; turn++) {
      await service.misbehave({ path: "/kyc/status", kind: "status", when: "before", status: 500 });
      await checkPlayerStatus(job, player);
      const { nextPollAt } = await again(player);
      gaps.push(nextPollAt!.getTime() - context.clock.now.getTime());
      // One that is due before stays: a user's check takes no other away.
      await service.misbehave({ path: "/kyc/status", kind: "status", when: "before", status: 500 });
      await checkPlayerStatus(job, player);
      expect(await again(player)).toMatchObject({ nextPollAt });
      context.clock.now = nextPollAt!;
    }
    expect(gaps.at(-1)).toBeGreaterThan(2 * gaps[0]!);
    expect(Math.max(...gaps)).toBe(60 * 60_000);
    context.clock.now = begun;
    await context.db.update(registrations).set({ nextPollAt: begun }).where(eq(registrations.id, player.id));
    await checkPlayerStatus(job, player);
    expect(await again(player)).toMatchObject({ status: "EXPIRED", nextPollAt: null });

    // No callback caused this one.
    await service.misbehave({ path: "/kyc/status", kind: "status", when: "before", status: 500 });
    await checkPlayerStatus(job, player);
    expect(await again(player)).toMatchObject({ nextPollAt: null });
    await context.db.delete(circuitBreakers);
  });

  test.each(["PENDING", "REGISTERED"])(
    "unsigned, while a check of a %s player is on its way, is asked about until that has an answer",
    async (held) => {
      const player = await pending();
      if (held === "REGISTERED") {
        await service.operate(`/kyc/${player.playerId}/registered`);
        await checkPlayerStatus(job, player);
      }
      const kycStatus: typeof job.api.kycStatus = async (playerId) => {
        const answer = await job.api.kycStatus(playerId);
        context.clock.now = new Date(context.clock.now.getTime() + 1_000);
        await service.operate(`/kyc/${playerId}/expired`);
        await tell(player.callbackToken, news(player, { status: "EXPIRED" }));
        context.clock.now = new Date(context.clock.now.getTime() + 1_000);
        return answer;
      };
      await checkPlayerStatus({ ...job, api: { ...job.api, kycStatus } }, player);
      const newsAt = new Date(context.clock.now.getTime() - 1_000);
      expect(await again(player)).toMatchObject({ status: held, nextPollAt: newsAt });
      const { rows } = await context.db.execute<{ run_at: Date; priority: number }>(sql`
        select run_at, priority from graphile_worker._private_jobs where payload ->> 'playerId' = ${player.playerId}`);
      expect(rows.map(({ run_at, priority }) => [new Date(run_at), priority])).toEqual([[newsAt, 100]]);

      await service.misbehave({ path: "/kyc/status", kind: "status", when: "before", status: 500 });
      await checkPlayerStatus(job, player);
      expect((await again(player)).nextPollAt!.getTime()).toBeGreaterThan(context.clock.now.getTime());
      await context.db.delete(circuitBreakers);
      context.clock.now = new Date(context.clock.now.getTime() + 60_000);
      await context.db
        .update(registrations)
        .set({ nextPollAt: context.clock.now })
        .where(eq(registrations.id, player.id));
      await checkPlayerStatus(job, player);
      expect(await again(player)).toMatchObject({ status: "EXPIRED", nextPollAt: null });
    },
  );

  test("forged, changes nothing: the service's own response counts", async () => {
    const player = await pending();
    await tell(player.callbackToken, news(player));
    await checkPlayerStatus(job, player);
    expect(await again(player)).toMatchObject({ status: "PENDING", statusSource: "query" });
  });

  test.each(["today's prefix", "no prefix"])("signed, is applied without a status check: %s", async (spelling) => {
    const player = await pending();
    const body = news(player, spelling === "no prefix" ? { player_id: player.playerId } : {});
    expect(await tell(player.callbackToken, body, true)).toEqual({ status: 200, effect: "applied" });
    expect(await again(player)).toMatchObject({
      status: "REGISTERED",
      statusSource: "signed_callback",
      nextPollAt: null,
    });
    const view = await getPlayer(await context.as("support"), player);
    expect(view!.timeline).toContainEqual(
      expect.objectContaining({ kind: "reported", source: "signed_callback", status: "REGISTERED", verdict: "moved" }),
    );
  });

  test("an older PENDING after the decision changes nothing", async () => {
    const player = await pending();
    await tell(player.callbackToken, news(player), true);
    expect(await tell(player.callbackToken, news(player, { status: "PENDING" }), true)).toMatchObject({
      effect: "repeat",
    });
    expect(await again(player)).toMatchObject({ status: "REGISTERED" });
  });

  test.each(["FAILED", "SUSPENDED"])(
    "%s after the decision causes a status check: it may be a replay",
    async (status) => {
      const player = await pending();
      await tell(player.callbackToken, news(player), true);
      expect(await tell(player.callbackToken, news(player, { status }), true)).toMatchObject({
        effect: "asked",
      });
      expect(await again(player)).toMatchObject({ status: "REGISTERED", nextPollAt: context.clock.now });
    },
  );

  test.each(["REGISTERED", "PENDING"])(
    "%s after a query has said a word that we do not know causes a status check: it may be a replay",
    async (status) => {
      const player = await pending();
      await tell(player.callbackToken, news(player), true);
      const suspended = { status: "SUSPENDED", statusSource: "query" } as const;
      await context.db.update(registrations).set(suspended).where(eq(registrations.id, player.id));
      const replayed = news(player, { status, provider_status: "2" });
      expect(await tell(player.callbackToken, replayed, true)).toMatchObject({ effect: "asked" });
      expect(await again(player)).toMatchObject({ ...suspended, nextPollAt: context.clock.now });
    },
  );

  test.each([
    ["another player", { player_id: "10001_p-another" }],
    ["another currency", { currency: "THB" }],
  ])("that tells of %s does nothing, even signed", async (_what, lie) => {
    const player = await pending();
    expect(await tell(player.callbackToken, news(player, lie), true)).toMatchObject({ effect: "mismatch" });
    expect(await again(player)).toMatchObject({ status: "PENDING" });
  });

  test("a repeated decision is no news, unless the service has said since that it has no registration", async () => {
    const player = await pending();
    await tell(player.callbackToken, news(player), true);
    expect(await tell(player.callbackToken, news(player, { provider_status: "1" }))).toMatchObject({
      effect: "repeat",
    });
    const notFoundAt = context.clock.now;
    await context.db.update(registrations).set({ notFoundAt }).where(eq(registrations.id, player.id));
    expect(await tell(player.callbackToken, news(player, { provider_status: "2" }))).toMatchObject({ effect: "asked" });
    const signed = news(player, { provider_status: "3" });
    expect(await tell(player.callbackToken, signed, true)).toMatchObject({ effect: "asked" });
    expect(await again(player)).toMatchObject({ status: "REGISTERED", notFoundAt, nextPollAt: context.clock.now });
  });

  test("fifty concurrent repeats are stored fifty times and applied once", async () => {
    const player = await pending();
    const body = news(player);
    await Promise.all(Array.from({ length: 50 }, () => tell(player.callbackToken, body, true)));
    const kept = await context.db.select().from(deliveries).where(eq(deliveries.registrationRow, player.id));
    expect(kept.map(({ effect }) => effect).filter((effect) => effect === "applied")).toHaveLength(1);
    expect(kept).toHaveLength(50);
    const moved = and(
      eq(registrationReports.registrationRow, player.id),
      eq(registrationReports.source, "signed_callback"),
    );
    const said = await context.db.select().from(registrationReports).where(moved);
    expect(said.filter(({ verdict }) => verdict === "moved")).toHaveLength(1);
  });

  test("an unknown word is kept as it came, neither registered nor decided", async () => {
    const player = await pending();
    await tell(player.callbackToken, news(player, { status: "IN_REVIEW" }), true);
    expect(await again(player)).toMatchObject({ status: "IN_REVIEW" });
  });
});

describe("the wrong address", () => {
  test("a KYC callback at an order's URL has no effect, nor an order's at a registration's", async () => {
    const player = await pending();
    const order = await accepted(context);
    expect(await tell(order.callbackToken, news(player), true)).toMatchObject({ effect: "mismatch" });
    expect(await tell(player.callbackToken, callbackFields(order), true)).toMatchObject({ effect: "mismatch" });
    expect(await again(player)).toMatchObject({ status: "PENDING" });
  });

  test("a token of another environment is unknown", async () => {
    const player = await pending();
    const request = new Request("http://console.test/api/callbacks", {
      ...{ method: "POST", body: JSON.stringify(news(player)), headers: { "content-type": "application/json" } },
    });
    const answer = await handleCallback(
      { ...callbackCtx, environment: "production" },
      player.callbackToken ?? "",
      request,
    );
    expect(answer.status).toBe(404);
  });
});

test("at the environment's address, the id finds a player whom we hold, and no other", async () => {
  const player = await pending();
  await rotateCallbackAddress(await context.as("admin"));
  const [address] = await context.db.select().from(callbackAddresses);
  const token = address!.token;
  expect(await tell(token, news(player))).toMatchObject({ effect: "asked" });
  expect((await again(player)).nextPollAt).toEqual(context.clock.now);
  const unheard = news(player, { player_id: "10001_p-unheard-of" });
  expect(await tell(token, unheard)).toMatchObject({ effect: "asked" });
  await lookUpDeliveries(job);
  expect(await effectsOf(unheard)).toEqual(["asked"]);
  context.clock.now = new Date(context.clock.now.getTime() + 70_000);
  await lookUpDeliveries(job);
  expect(await effectsOf(unheard)).toEqual(["mismatch"]);
  expect(await context.db.$count(registrations, eq(registrations.playerId, "p-unheard-of"))).toBe(0);
});

/** In no order: they came at one time of the test's clock. */
const effectsOf = async (body: object) => {
  const kept = await context.db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.body, [Buffer.from(JSON.stringify(body))]));
  return kept.map(({ effect }) => effect).sort();
};

describe("a player whom another system registered, at the environment's address", () => {
  const tokenOf = async () => (await context.db.select().from(callbackAddresses))[0]!.token;

  /** Registered from another database at the same service. */
  async function elsewhere() {
    const other = await openTestContext(service);
    other.clock.now = context.clock.now;
    const player = await registering(other);
    await sendRegistration(await other.as("job"), { registrationRow: player.id });
    await other.close();
    await service.operate(`/kyc/${player.playerId}/registered`);
    return player;
  }

  /** Accepted from another database at the same service. */
  async function acceptedElsewhere() {
    const other = await openTestContext(service);
    const { id, referenceId } = await requested(other);
    await sendWithdrawal(await other.as("job"), { transactionRow: id });
    const { transactionId } = await orderOf(other, referenceId);
    await other.close();
    return { referenceId, transactionId: transactionId ?? "" };
  }

  test("unsigned, causes a status check, and the player is recorded from its response", async () => {
    const player = await elsewhere();
    const said = news(player, { status: "FAILED" });
    expect(await tell(await tokenOf(), said)).toEqual({ status: 200, effect: "asked" });
    expect(await context.db.$count(registrations, eq(registrations.playerId, player.playerId))).toBe(0);
    await lookUpDeliveries(job);
    expect(await again(player)).toMatchObject({ userName: null, status: "REGISTERED", statusSource: "query" });
  });

  test("signed, is recorded once the service knows the player", async () => {
    const player = await elsewhere();
    const said = news(player);
    await tell(await tokenOf(), said, true);
    await lookUpDeliveries(job);
    expect(await again(player)).toMatchObject({ userName: null, status: "REGISTERED" });
    // It made us ask, so it is no repeat; the same again is one.
    expect(await effectsOf(said)).toEqual(["asked"]);
    await tell(await tokenOf(), said, true);
    expect(await effectsOf(said)).toEqual(["asked", "repeat"]);
  });

  test("signed, does not speak of a registration that waits to be sent here", async () => {
    const player = await elsewhere();
    await tell(await tokenOf(), news(player));
    await lookUpDeliveries(job);
    expect(await again(player)).toMatchObject({ submission: null, status: "REGISTERED" });
    const waiting = await registering(context, { playerId: player.playerId, userName: "スズキ　ジロウ" });
    const said = news(player, { player_id: player.playerId });
    expect(await tell(await tokenOf(), said, true)).toEqual({ status: 200, effect: "asked" });
    expect(await again(player)).toMatchObject({ id: waiting.id, submission: "queued", status: null });
    await sendRegistration(job, { registrationRow: waiting.id });
    expect(await again(player)).toMatchObject({ id: waiting.id, submission: "accepted", status: "PENDING" });
  });

  test("signed, changes the player whom it names, and not one whose ID it ends with", async () => {
    const at = context.clock.now;
    const hold = async (playerId: string) => {
      const one = { playerId, currency: "JPY", status: "PENDING", createdAt: at, updatedAt: at };
      await context.db.insert(registrations).values({ ...one, environment: "sandbox" });
      return registrationOf(context, playerId);
    };
    const short = await hold("abc");
    const alone = await hold("def");
    const long = await hold("42_abc");
    expect(await tell(await tokenOf(), news(long, { player_id: "42_abc" }), true)).toMatchObject({ effect: "applied" });
    expect([(await again(short)).status, (await again(long)).status]).toEqual(["PENDING", "REGISTERED"]);
    // It may be about a player of that whole ID whom we do not hold.
    expect(await tell(await tokenOf(), news(alone, { player_id: "42_def" }), true)).toMatchObject({ effect: "asked" });
    expect((await again(alone)).status).toBe("PENDING");
  });

  test.each<[string, { kycGateway?: string }]>([
    ["is not set", {}],
    ["is wrong", { kycGateway: "NOT-OURS" }],
  ])("holds up no order where the gateway %s, and is looked up again once it is right", async (_how, channel) => {
    const players = [await elsewhere(), await elsewhere()];
    const order = await acceptedElsewhere();
    await context.db.delete(circuitBreakers);
    await tell(await tokenOf(), news(players[0]!), true);
    await tell(await tokenOf(), news(players[1]!));
    await tell(await tokenOf(), callbackFields(order));
    const { now } = job;
    const asked: string[] = [];
    const { baseUrl, apiKey, secretKey } = service;
    const api = createPaymentsApi({ baseUrl, apiKey, secretKey, ...channel, now, nonce: () => job.random(16) });
    const kycStatus: Ctx["api"]["kycStatus"] = (playerId) => {
      asked.push(playerId);
      return api.kycStatus(playerId);
    };
    const lookUp = () => lookUpDeliveries({ ...job, api: { ...api, kycStatus } });
    await lookUp();
    expect(await orderOf(context, order.referenceId)).toMatchObject({ submission: null });
    expect((await context.db.select().from(circuitBreakers)).filter(({ failures }) => failures > 0)).toEqual([]);
    expect(asked).toHaveLength(1);

    const began = context.clock.now;
    const setClocks = async (to: Date) => {
      context.clock.now = to;
      await service.setClock(to.getTime() - Date.now());
    };
    // Further and further apart, and none is given up.
    for (let minute = 1; minute <= 60; minute++) {
      await setClocks(new Date(began.getTime() + minute * 60_000));
      await lookUp();
    }
    const ofPlayers = asked.filter((id) => players.some(({ playerId }) => playerId === id));
    expect(ofPlayers.length).toBeLessThanOrEqual(12);
    for (const player of players) expect(await effectsOf(news(player))).toEqual(["asked"]);
    await setClocks(new Date(began.getTime() + 2 * 3_600_000));
    await lookUpDeliveries(job);
    await setClocks(began);
    for (const player of players) expect(await again(player)).toMatchObject({ status: "REGISTERED" });
  });

  test("asks nothing about what cannot be the id of a player", async () => {
    const player = await elsewhere();
    const said = news(player, { player_id: "p-\u0001" });
    expect(await tell(await tokenOf(), said)).toMatchObject({ effect: "mismatch" });
  });
});
