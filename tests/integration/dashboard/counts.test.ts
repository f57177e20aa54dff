import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { transactions } from "@/drizzle/schema/transactions";
import type { Role } from "@/lib/auth/permissions";
import { countDashboard } from "@/lib/dashboard/queries";
import { tokyoDay } from "@/lib/time";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const seenBy = async (role: Role) => countDashboard(await context.as(role));
const NOTHING = { dashboard: 0, approvals: 0, batches: 0, payees: 0, players: 0, orders: 0, "api-status": 0 };
const NONE = { count: 0, counted: 0, rows: [] };
const inSeconds = (seconds: number) => new Date(context.clock.now.getTime() + seconds * 1_000);

describe("what waits", () => {
  test("is empty where nothing needs action", async () => {
    await requested(context);
    expect(await seenBy("ops")).toEqual({
      waiting: NOTHING,
      batches: [],
      daysNotClosed: [],
      disagreements: { count: 0, rows: [] },
      proposals: [],
      requests: [],
      followUps: { own: NONE, others: NONE },
      forged: { count: 0, isMore: false, from: tokyoDay(inSeconds(-24 * 3_600)), lastAt: null },
      service: { pausedUntil: null, driftSeconds: null },
      freezes: [],
    });
  });

  test("is counted once, for those who can resolve it", async () => {
    const unclear = await requested(context);
    await context.db.update(transactions).set({ submission: "unknown" }).where(eq(transactions.id, unclear.id));
    const { referenceId } = await requested(context, { amount: "300000" });
    expect((await seenBy("ops")).waiting).toEqual({ ...NOTHING, dashboard: 1, orders: 1 });
    expect((await seenBy("approver")).waiting).toEqual({ ...NOTHING, dashboard: 2, orders: 1, approvals: 1 });

    const [intent] = (
      await context.db.execute<{ digest: string }>(
        sql`select digest from withdrawals join transactions t on t.id = transaction_row where t.reference_id = ${referenceId}`,
      )
    ).rows;
    const decision = { referenceId, decision: "declined", digest: intent!.digest, reason: "no" } as const;
    expect((await decideWithdrawal(await context.as("approver"), decision)).ok).toBe(true);
    await context.db.update(transactions).set({ submission: "accepted" }).where(eq(transactions.id, unclear.id));
    expect((await seenBy("approver")).waiting).toEqual(NOTHING);
  });

  test("counts players whose registration stands still", async () => {
    await context.db.execute(sql`
      insert into registrations (environment, player_id, user_name, currency, submission, status, callback_token, created_at, updated_at)
      values ('sandbox', 'p-1', 'ヤマダ', 'JPY', 'accepted', 'FAILED', 't-1', now(), now())`);
    // The declined request is still on its requester's queue.
    expect((await seenBy("ops")).waiting).toEqual({ ...NOTHING, dashboard: 2, players: 1 });
    expect((await seenBy("approver")).waiting).toEqual({ ...NOTHING, dashboard: 1, players: 1 });
    await context.db.execute(sql`update registrations set status = 'REGISTERED'`);
  });
});

describe("whether the service is well", () => {
  test("says until when polling is paused, and only for as long", async () => {
    const openUntil = inSeconds(60);
    await context.db.insert(circuitBreakers).values({ environment: "sandbox", failures: 5, trips: 1, openUntil });
    const seen = await seenBy("viewer");
    expect(seen.service.pausedUntil).toBe(openUntil.toISOString());
    // A row of the work queue, as what else needs action.
    expect(seen.waiting).toEqual({ ...NOTHING, dashboard: 1, "api-status": 1 });
    context.clock.now = inSeconds(61);
    expect((await seenBy("viewer")).service.pausedUntil).toBeNull();
  });

  test.each([
    ["29 s apart is what networks do", 29, null],
    ["a minute ahead is reported", 60, 60],
    ["a minute behind is reported", -60, -60],
  ])("%s", async (_what, seconds, shown) => {
    context.clock.now = inSeconds(1);
    const answered = inSeconds(0).toISOString();
    await context.db.execute(sql`
      insert into exchanges (environment, purpose, path, request_body, sent_at, answered_at, headers, service_time)
      values ('sandbox', 'status_check', '/transactions', '', ${answered}, ${answered}, '{}', ${inSeconds(-seconds).toISOString()}),
        ('production', 'status_check', '/transactions', '', now() + interval '1 day', now() + interval '1 day', '{}', now())`);
    expect((await seenBy("finance")).service.driftSeconds).toBe(shown);
  });
});
