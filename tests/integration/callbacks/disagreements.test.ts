import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callbackDisagreements } from "@/drizzle/schema/disagreements";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { countDashboard } from "@/lib/dashboard/queries";
import { listDisagreements, markDisagreementSeen } from "@/lib/disagreements/disagreements";
import { signatureOf, story } from "../../support/callback-story";
import { accepted } from "../../support/callbacks";
import { openWorld, type World } from "../../support/context";
import { registering } from "../../support/players";
import { openService, type Service } from "../../support/service";

let service: Service;
let world: World;

beforeAll(async () => {
  service = await openService();
  world = await openWorld(service);
});
beforeEach(() => world.db.update(callbackDisagreements).set({ seenAt: world.clock.now }));
afterAll(async () => {
  await world.close();
  await service.close();
});

async function tell(token: string | null, body: Record<string, unknown>, isSigned = false) {
  const callback = await world.as("callback");
  const signature = isSigned ? { "x-signature": signatureOf({ ...body }, callback.secretKey) } : {};
  const headers = { "content-type": "application/json", ...signature };
  const init = { method: "POST", body: JSON.stringify(body), headers };
  await handleCallback(callback, token ?? "none", new Request("http://console.test/api/callbacks", init));
  await processDeliveries(await world.as("job"));
}

const shown = async () => listDisagreements(await world.as("ops"));

async function markSeen() {
  const [row] = (await shown()).rows;
  return markDisagreementSeen(await world.as("finance"), row!);
}

describe("a callback that disagrees with our record", () => {
  test.each([false, true])("stands on the dashboard with what disagrees; signed: %s", async (isSigned) => {
    const order = await accepted(world);
    await tell(order.callbackToken, { ...story(order), amount: "999", currency: "THB" }, isSigned);
    const { count, rows } = await shown();
    expect(count).toBe(1);
    expect(rows[0]).toMatchObject({
      of: { kind: "order", referenceId: order.referenceId },
      fields: [
        { field: "currency", held: "JPY", said: "THB" },
        { field: "amount", held: order.amount, said: "999" },
      ],
      isProven: isSigned,
    });
    expect((await countDashboard(await world.as("viewer"))).waiting.today).toBeGreaterThanOrEqual(1);
  });

  test("is one line per order, however many come, until a person has seen it", async () => {
    const order = await accepted(world);
    for (const amount of ["1", "2", "3"]) await tell(order.callbackToken, { ...story(order), amount });
    expect(await shown()).toMatchObject({ count: 1, rows: [{ count: 3, fields: [{ field: "amount", said: "3" }] }] });
    expect((await markSeen()).ok).toBe(true);
    await tell(order.callbackToken, { ...story(order), amount: "4" });
    expect((await shown()).count).toBe(0);
    await tell(order.callbackToken, { ...story(order), amount: "5" }, true);
    expect(await shown()).toMatchObject({ count: 1, rows: [{ isProven: true, fields: [{ said: "5" }] }] });
  });

  test("about a player names the player's id and currency", async () => {
    const player = await registering(world);
    const body = { event: "kyc.status", player_id: "10001_p-other", status: "REGISTERED", currency: "THB" };
    await tell(player.callbackToken, body);
    expect((await shown()).rows[0]).toMatchObject({
      of: { kind: "player", playerId: player.playerId },
      fields: [
        { field: "currency", held: "JPY", said: "THB" },
        { field: "playerId", held: player.playerId, said: "10001_p-other" },
      ],
    });
  });

  test("shows no free text to those who see no personal data", async () => {
    const order = await accepted(world);
    await tell(order.callbackToken, { ...story(order), amount: "999", reference_id: "ヤマダ　タロウ" });
    const { rows } = await listDisagreements(await world.as("viewer"));
    expect(rows[0]?.fields).toEqual([
      { field: "referenceId", held: order.referenceId, said: "•••" },
      { field: "amount", held: order.amount, said: "999" },
    ]);
  });

  test("stays where another callback changed it before it was marked as seen", async () => {
    const order = await accepted(world);
    await tell(order.callbackToken, { ...story(order), amount: "1" });
    const [before] = (await shown()).rows;
    await tell(order.callbackToken, { ...story(order), amount: "2" }, true);
    expect(await markDisagreementSeen(await world.as("finance"), before!)).toMatchObject({ ok: false });
    expect((await shown()).count).toBe(1);
  });
});
