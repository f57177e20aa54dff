import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refreshBalances } from "@/lib/balances/commands";
import { closeDay } from "@/lib/closing/commands";
import { getDay, hashOf, listDays } from "@/lib/closing/queries";
import type { DayFigures } from "@/lib/closing/schema";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import { askAboutOrder } from "@/lib/transactions/commands";
import { sendWithdrawal } from "@/lib/withdrawals/dispatch";
import { openWorld, type World } from "../../support/context";
import { requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let world: World;
const midnight = tokyoDayOf(new Date()).from;
const today = tokyoDay(midnight);

beforeAll(async () => {
  service = await openService();
  world = await openWorld(service);
});
afterAll(async () => {
  await world.close();
  await service.close();
});

/** So many hours after the day began, here and at the service. */
async function at(hours: number) {
  world.clock.now = new Date(midnight.getTime() + hours * 3_600_000);
  await service.setClock(world.clock.now.getTime() - Date.now());
}

async function accepted(amount: string) {
  const order = await requested(world, { amount });
  expect(await sendWithdrawal(await world.as("job"), { transactionRow: order.id })).toBe("accepted");
  return order;
}

async function completed(order: { referenceId: string }) {
  await service.settle(order.referenceId, "complete");
  await askAboutOrder(await world.as("job"), { referenceId: order.referenceId });
}

const yen = (figures: DayFigures[] | undefined) => figures?.find(({ currency }) => currency === "JPY");
const dayAs = async (role: "finance" | "admin" = "finance") => getDay(await world.as(role), { day: today });

test("a day adds up, is closed once, and what comes later stands beside it", async () => {
  const job = await world.as("job");
  const finance = await world.as("finance");
  await at(-1);
  await refreshBalances(job);
  await at(9);
  await completed(await accepted("12000"));
  const late = await accepted("5000");
  await at(23);
  await refreshBalances(job);

  expect(await closeDay(finance, { day: today })).toEqual({ ok: false, error: { kind: "not over yet" } });
  await at(25);
  const open = await dayAs();
  expect(open).toMatchObject({ isOver: true, closed: null });
  expect(yen(open?.figures)).toMatchObject({
    withdrawals: { count: 1, amount: "12000" },
    withdrawalsInFlight: { count: 1, amount: "5000" },
    unknown: { count: 0 },
    contradictions: 0,
    difference: "0",
  });

  const closed = await closeDay(finance, { day: today });
  expect(closed.ok).toBe(true);
  expect(await closeDay(await world.as("admin"), { day: today })).toEqual({
    ok: false,
    error: { kind: "closed already" },
  });
  expect(await dayAs()).toMatchObject({ closed: { by: "finance", isIntact: true }, settledSince: [] });

  await at(26);
  await completed(late);
  const after = await dayAs();
  expect(after?.closed?.figures).toEqual(open?.figures);
  // It was open when the day ended, and still was when the day was closed: the day itself is as it was.
  expect(yen(after?.figures)).toEqual(yen(open?.figures));
  expect(after?.settledSince).toMatchObject([{ referenceId: late.referenceId, status: "COMPLETED" }]);

  const [listed] = (await listDays(finance)).filter(({ day }) => day === today);
  expect(listed?.closed?.hash).toBe(closed.ok && closed.value.hash);
});

test("the close is in the audit log with its hash, and a document that was changed is seen", async () => {
  const { rows } = await world.db.execute<{ hash: string; document: string }>(sql`
    select c.hash, c.document from daily_closes c
    join audit_events e on e.action = 'day.closed' and e.subject = c.day::text and e.detail ->> 'hash' = c.hash`);
  expect(rows).toHaveLength(1);
  expect(hashOf(rows[0]?.document ?? "")).toBe(rows[0]?.hash);

  await world.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update daily_closes set document = replace(document, '12000', '12001')`);
  });
  expect(await dayAs()).toMatchObject({ closed: { isIntact: false } });
});

test("a day that has not begun has no figures", async () => {
  expect(await getDay(await world.as("finance"), { day: "2099-01-01" })).toBeNull();
});

test("a day that does not add up is closed with a reason, which is frozen and logged", async () => {
  const job = await world.as("job");
  const finance = await world.as("finance");
  await at(49);
  await refreshBalances(job);
  // Paid in from elsewhere: no order explains it.
  await world.pool.query(
    `insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
     select environment, currency, available + 500, ledger + 500, $1, $1 from balance_snapshots
     where currency = 'JPY' order by id desc limit 1`,
    [world.clock.now],
  );
  await at(73);
  const day = tokyoDay(new Date(world.clock.now.getTime() - 24 * 3_600_000));
  expect(await closeDay(finance, { day })).toEqual({ ok: false, error: { kind: "reason_needed" } });
  expect(await closeDay(finance, { day, reason: "a top-up of ¥500" })).toMatchObject({ ok: true });
  expect(await getDay(finance, { day })).toMatchObject({ closed: { reason: "a top-up of ¥500", isIntact: true } });
  const { rows } = await world.db.execute<{ reason: string }>(
    sql`select detail ->> 'reason' as reason from audit_events where action = 'day.closed' and subject = ${day}`,
  );
  expect(rows).toEqual([{ reason: "a top-up of ¥500" }]);
});

test("a day before the first order and balance cannot be closed, and leaves no record", async () => {
  const day = "1999-01-01";
  const finance = await world.as("finance");
  expect(await closeDay(finance, { day })).toEqual({ ok: false, error: { kind: "before the records" } });
  expect(await getDay(finance, { day })).toMatchObject({ isOver: true, isKnown: false, closed: null });
  const { rows } = await world.db.execute(sql`
    select day::text from daily_closes where day = ${day}
    union all select subject from audit_events where action = 'day.closed' and subject = ${day}`);
  expect(rows).toEqual([]);
});
