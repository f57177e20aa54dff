import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callbackDisagreements } from "@/drizzle/schema/disagreements";
import { transactions } from "@/drizzle/schema/transactions";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { countDashboard } from "@/lib/dashboard/queries";
import { listDisagreements, markDisagreementSeen } from "@/lib/disagreements/disagreements";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { accepted } from "../../support/callbacks";
import type { TestContext } from "../../support/context";
import { registering } from "../../support/players";
import { openAtService } from "../../support/service";

let context: TestContext;

beforeAll(async () => {
  ({ context } = await openAtService());
});
beforeEach(() => context.db.update(callbackDisagreements).set({ seenAt: context.clock.now }));
afterAll(() => context.close());

async function tell(token: string | null, body: Record<string, unknown>, isSigned = false) {
  const callback = await context.as("callback");
  const signature = isSigned ? { "x-signature": signatureOf({ ...body }, callback.secretKey) } : {};
  const headers = { "content-type": "application/json", ...signature };
  const init = { method: "POST", body: JSON.stringify(body), headers };
  await handleCallback(callback, token ?? "none", new Request("http://console.test/api/callbacks", init));
  await processDeliveries(await context.as("job"));
}

const shown = async () => listDisagreements(await context.as("ops"));

async function markSeen() {
  const [row] = (await shown()).rows;
  return markDisagreementSeen(await context.as("finance"), row!);
}

describe("a callback that disagrees with our record", () => {
  test.each([false, true])("stands on the dashboard with what disagrees; signed: %s", async (isSigned) => {
    const order = await accepted(context);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "999", currency: "THB" }, isSigned);
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
    expect((await countDashboard(await context.as("viewer"))).waiting.dashboard).toBeGreaterThanOrEqual(1);
  });

  test("is one line per order, however many come, until a person has seen it", async () => {
    const order = await accepted(context);
    for (const amount of ["1", "2", "3"]) await tell(order.callbackToken, { ...callbackFields(order), amount });
    expect(await shown()).toMatchObject({ count: 1, rows: [{ count: 3, fields: [{ field: "amount", said: "3" }] }] });
    expect((await markSeen()).ok).toBe(true);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "4" });
    expect((await shown()).count).toBe(0);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "5" }, true);
    expect(await shown()).toMatchObject({ count: 1, rows: [{ isProven: true, fields: [{ said: "5" }] }] });
  });

  test("about a player names the player's id and currency", async () => {
    const player = await registering(context);
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

  test("has nothing of its own record where it gives the order the transaction ID of another", async () => {
    const [{ transactionId }, order] = [await accepted(context), await accepted(context)];
    await context.db.update(transactions).set({ transactionId: null }).where(eq(transactions.id, order.id));
    await tell(order.callbackToken, callbackFields({ ...order, transactionId }), true);
    expect((await shown()).rows[0]?.fields).toEqual([{ field: "transactionId", held: "", said: transactionId }]);
  });

  test("shows no free text to those who see no personal data", async () => {
    const order = await accepted(context);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "999", reference_id: "ヤマダ　タロウ" });
    const { rows } = await listDisagreements(await context.as("viewer"));
    expect(rows[0]?.fields).toEqual([
      { field: "referenceId", held: order.referenceId, said: "•••" },
      { field: "amount", held: order.amount, said: "999" },
    ]);
  });

  test("stays where another callback changed it before it was marked as seen", async () => {
    const order = await accepted(context);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "1" });
    const [before] = (await shown()).rows;
    await tell(order.callbackToken, { ...callbackFields(order), amount: "2" }, true);
    expect(await markDisagreementSeen(await context.as("finance"), before!)).toMatchObject({ ok: false });
    expect((await shown()).count).toBe(1);
  });
});
