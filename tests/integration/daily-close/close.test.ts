import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CountedName, countedOrders } from "@/components/daily-close/counted-orders";
import { transactions } from "@/drizzle/schema/transactions";
import { Forbidden } from "@/lib/auth/context";
import { expireProposals } from "@/lib/auth/dual-control";
import { refreshBalances } from "@/lib/balances/commands";
import { hashOf } from "@/lib/daily-close/closes";
import { closeDay } from "@/lib/daily-close/commands";
import { DAY_CHANGE } from "@/lib/daily-close/day-change";
import { getDay, listDays } from "@/lib/daily-close/queries";
import { decideDayChange, proposeReopening } from "@/lib/daily-close/reopen";
import type { DayFigures } from "@/lib/daily-close/schema";
import { listProposalsForMe } from "@/lib/dashboard/proposals";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { ordersWhere } from "@/lib/transactions/list/conditions";
import { ordersAsked } from "@/lib/transactions/schema";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import type { TestContext } from "../../support/context";
import { closeDayAsShown } from "../../support/daily-close";
import { requested } from "../../support/orders";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
const midnight = tokyoDayOf(new Date()).from;
const today = tokyoDay(midnight);

beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterAll(() => context.close());

/** So many hours after the day began, here and at the service. */
async function at(hours: number) {
  context.clock.now = new Date(midnight.getTime() + hours * 3_600_000);
  await service.setClock(context.clock.now.getTime() - Date.now());
}

async function accepted(amount: string) {
  const order = await requested(context, { amount });
  expect(await sendWithdrawal(await context.as("job"), { transactionRow: order.id })).toBe("accepted");
  return order;
}

async function completed(order: { referenceId: string }) {
  await service.decide(order.referenceId, "complete");
  await checkOrderStatus(await context.as("job"), { referenceId: order.referenceId });
}

const yen = (figures: DayFigures[] | undefined) => figures?.find(({ currency }) => currency === "JPY");
/** The orders of the link of a figure. */
async function listedFor(name: CountedName, { day = today, isOfClose = false } = {}) {
  const asked = { ...countedOrders(name, day, isOfClose), currency: "JPY" };
  const filter = ordersAsked.parse({ ...asked, state: asked.state?.join(",") });
  const found = await context.db
    .select()
    .from(transactions)
    .where(ordersWhere(await context.as("finance"), filter));
  return found.map(({ referenceId }) => referenceId).toSorted();
}
const dayAs = async (role: "finance" | "admin" = "finance") => getDay(await context.as(role), { day: today });

test("a day adds up, is closed once, and what comes later stands beside it", async () => {
  const job = await context.as("job");
  const finance = await context.as("finance");
  await at(-1);
  await refreshBalances(job);
  await at(9);
  const first = await accepted("12000");
  await completed(first);
  const late = await accepted("5000");
  await at(23);
  await refreshBalances(job);

  expect(await closeDay(finance, { day: today })).toEqual({ ok: false, error: { kind: "not_over_yet" } });
  await at(25);
  const open = await dayAs();
  expect(open).toMatchObject({ isOver: true, closed: null });
  expect(yen(open?.figures)).toMatchObject({
    withdrawals: { count: 1, amount: "12000" },
    withdrawalsInFlight: { count: 1, amount: "5000" },
    unknown: { count: 0 },
    discrepancies: 0,
    difference: "0",
  });

  expect([await listedFor("withdrawals"), await listedFor("withdrawalsInFlight")]).toEqual([
    [first.referenceId],
    [late.referenceId],
  ]);

  const closed = await closeDay(finance, { day: today });
  expect(closed.ok).toBe(true);
  expect(await closeDay(await context.as("admin"), { day: today })).toEqual({
    ok: false,
    error: { kind: "closed_already" },
  });
  expect(await dayAs()).toMatchObject({ closed: { by: "finance", isIntact: true }, settledSince: [] });

  await at(26);
  await completed(late);
  const after = await dayAs();
  expect(after?.closed?.figures).toEqual(open?.figures);
  // It was open when the day ended, and still was when the day was closed: the day itself is as it was.
  expect(yen(after?.figures)).toEqual(yen(open?.figures));
  expect(after?.settledSince).toMatchObject([{ referenceId: late.referenceId, status: "COMPLETED" }]);
  // It is paid now, and the list of what was open that evening has it still.
  expect(await listedFor("withdrawalsInFlight")).toEqual([late.referenceId]);

  const [row] = (await listDays(finance)).filter(({ day }) => day === today);
  expect(closed).toMatchObject({ value: { kind: "closed", hash: row?.closed?.hash } });
});

test("the close is in the audit log with its hash, and a document that was changed is seen", async () => {
  const { rows } = await context.db.execute<{ hash: string; document: string }>(sql`
    select c.hash, c.document from daily_closes c
    join audit_events e on e.action = 'day.closed' and e.subject = c.day::text and e.detail ->> 'hash' = c.hash`);
  expect(rows).toHaveLength(1);
  expect(hashOf(rows[0]?.document ?? "")).toBe(rows[0]?.hash);

  await context.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update daily_closes set document = replace(document, '12000', '12001')`);
  });
  expect(await dayAs()).toMatchObject({ closed: { isIntact: false } });
});

test("a day that has not begun has no figures", async () => {
  expect(await getDay(await context.as("finance"), { day: "2099-01-01" })).toBeNull();
});

test("a day that does not add up is closed with a reason, which is frozen and logged", async () => {
  const job = await context.as("job");
  const finance = await context.as("finance");
  await at(49);
  await refreshBalances(job);
  // Paid in from elsewhere: no order explains it.
  await context.pool.query(
    `insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
     select environment, currency, available + 500, ledger + 500, $1, $1 from balance_snapshots
     where currency = 'JPY' order by id desc limit 1`,
    [context.clock.now],
  );
  await at(73);
  const day = tokyoDay(new Date(context.clock.now.getTime() - 24 * 3_600_000));
  expect(await closeDay(finance, { day })).toEqual({ ok: false, error: { kind: "reason_needed" } });
  expect(await closeDayAsShown(finance, { day, reason: "a top-up of ¥500" })).toMatchObject({ ok: true });
  expect(await getDay(finance, { day })).toMatchObject({ closed: { reason: "a top-up of ¥500", isIntact: true } });
  const { rows } = await context.db.execute<{ reason: string }>(
    sql`select detail ->> 'reason' as reason from audit_events where action = 'day.closed' and subject = ${day}`,
  );
  expect(rows).toEqual([{ reason: "a top-up of ¥500" }]);
});

/** A day of its own, an hour of which has passed, whose ledger says so much more than its orders explain. */
async function dayWith(more: string, hours: number) {
  await at(hours - 2);
  await refreshBalances(await context.as("job"));
  await at(hours);
  await refreshBalances(await context.as("job"));
  await context.pool.query(
    `insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
     select environment, currency, available + $2, ledger + $2, $1, $1 from balance_snapshots
     where currency = 'JPY' order by id desc limit 1`,
    [new Date(context.clock.now.getTime() + 1_000), more],
  );
  await at(hours + 24);
  return tokyoDay(new Date(context.clock.now.getTime() - 24 * 3_600_000));
}

const notAllowed = (kind: string) => ({ ok: false, error: { kind } });

test("a large difference needs a second user, who confirms exactly what the proposer saw", async () => {
  const [finance, admin] = [await context.as("finance"), await context.as("admin")];
  const day = await dayWith("-100000", 97);
  const proposed = await closeDayAsShown(finance, { day, reason: "a pay-out by hand" });
  if (!proposed.ok || proposed.value.kind !== "confirming") throw new Error("one person closed it");
  const { proposalId } = proposed.value;
  expect(await closeDayAsShown(admin, { day, reason: "another" })).toEqual(notAllowed("another_proposal_is_open"));
  expect(await decideDayChange(finance, { proposalId, apply: true })).toEqual(notAllowed("own_proposal"));
  await expect(decideDayChange(await context.as("approver"), { proposalId, apply: true })).rejects.toThrow(Forbidden);
  expect(await getDay(admin, { day })).toMatchObject({
    closed: null,
    proposal: { change: "close", isOwn: false, differences: [{ currency: "JPY", difference: "-100000" }] },
  });
  expect(await listProposalsForMe(admin)).toMatchObject([{ kind: "day", day, by: "finance" }]);
  expect(await listProposalsForMe(finance)).toEqual([]);

  // The figures move under the proposal: what was explained is not what would be frozen.
  const moved = sql`update balance_snapshots set ledger = ledger - 5 where ledger = (select ledger from balance_snapshots
    where currency = 'JPY' order by id desc limit 1) and currency = 'JPY'`;
  await context.db.execute(moved);
  expect(await decideDayChange(admin, { proposalId, apply: true })).toEqual(notAllowed("figures_changed"));
  expect(await decideDayChange(admin, { proposalId, apply: false })).toEqual({ ok: true, value: { kind: "dropped" } });

  const again = await closeDayAsShown(finance, { day, reason: "a pay-out by hand, and its fee" });
  if (!again.ok || again.value.kind !== "confirming") throw new Error("one person closed it");
  expect(await decideDayChange(admin, { proposalId: again.value.proposalId, apply: true })).toMatchObject({ ok: true });
  expect(await getDay(finance, { day })).toMatchObject({
    proposal: null,
    closed: { by: "admin", proposedBy: "finance", reason: "a pay-out by hand, and its fee", isIntact: true },
  });
});

test("two users reopen a day; the close stays on record, and the day is closed again", async () => {
  const [finance, admin] = [await context.as("finance"), await context.as("admin")];
  const day = await dayWith("0", 145);
  expect(await proposeReopening(finance, { day, reason: "?" })).toEqual(notAllowed("not_closed"));
  const first = await closeDay(finance, { day });
  if (!first.ok || first.value.kind !== "closed") throw new Error("not closed");

  const proposed = await proposeReopening(admin, { day, reason: "a deposit was missing" });
  if (!proposed.ok) throw new Error(proposed.error.kind);
  const { proposalId } = proposed.value;
  expect(await decideDayChange(admin, { proposalId, apply: true })).toEqual(notAllowed("own_proposal"));
  expect(await getDay(finance, { day })).toMatchObject({ closed: { isIntact: true }, proposal: { change: "reopen" } });
  const listed = async () => (await listDays(finance)).find((row) => row.day === day)?.proposed;
  expect(await listed()).toBe("reopen");
  expect(await decideDayChange(finance, { proposalId, apply: true })).toEqual({ ok: true, value: { kind: "applied" } });
  expect(await listed()).toBeNull();
  expect(await decideDayChange(finance, { proposalId, apply: true })).toEqual(notAllowed("not_open"));
  const earlier = [
    {
      ...{ version: 1, hash: first.value.hash, by: "finance" },
      reopened: { proposedBy: "admin", confirmedBy: "finance", reason: "a deposit was missing" },
    },
  ];
  expect(await getDay(finance, { day })).toMatchObject({ closed: null, proposal: null, earlier });

  const second = await closeDay(finance, { day });
  expect(second).toMatchObject({ ok: true, value: { kind: "closed" } });
  expect(await getDay(finance, { day })).toMatchObject({ closed: { isIntact: true }, earlier });
  const { rows } = await context.db.execute(
    sql`select action from audit_events where subject = ${day} order by at, id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...["day.closed", "day.reopening_proposed", "day.reopened", "day.closed"],
  ]);
});

test("an undecided proposal expires, and does not block another", async () => {
  const [finance, admin] = [await context.as("finance"), await context.as("admin")];
  const day = await dayWith("0", 193);
  expect(await closeDay(finance, { day })).toMatchObject({ ok: true });
  expect(await proposeReopening(finance, { day, reason: "first" })).toMatchObject({ ok: true });
  await context.db.execute(sql`update proposals set expires_at = now() where decided_at is null`);
  await expireProposals(await context.as("job"), DAY_CHANGE);
  expect(await getDay(admin, { day })).toMatchObject({ proposal: null });
  expect(await proposeReopening(admin, { day, reason: "second" })).toMatchObject({ ok: true });
});

test("a day before the first order and balance cannot be closed, and leaves no record", async () => {
  const day = "1999-01-01";
  const finance = await context.as("finance");
  expect(await closeDay(finance, { day })).toEqual({ ok: false, error: { kind: "before_the_records" } });
  expect(await getDay(finance, { day })).toMatchObject({ isOver: true, isKnown: false, closed: null });
  const { rows } = await context.db.execute(sql`
    select day::text from daily_closes where day = ${day}
    union all select subject from audit_events where action = 'day.closed' and subject = ${day}`);
  expect(rows).toEqual([]);
});

test("the link of the discrepancies has those that are open, and not those that were resolved", async () => {
  const [job, finance] = [await context.as("job"), await context.as("finance")];
  const contradicted = async (amount: string) => {
    const order = await accepted(amount);
    for (const status of ["COMPLETED", "FAILED"]) {
      const report = { source: "signed_callback", status } as const;
      await job.db.transaction((tx) => applyStatusReport(tx, job, order.id, report, {}));
    }
    return order;
  };
  await at(24 * 10 + 9);
  const [open, resolved] = [await contradicted("6000"), await contradicted("7000")];
  const { referenceId } = resolved;
  const seen = (await getTransaction(finance, { referenceId }))?.discrepancy?.seen ?? null;
  const resolution = { referenceId, finding: "not_moved", reason: "Confirmed by the service", seen } as const;
  expect(await resolveDiscrepancy(finance, resolution)).toMatchObject({ ok: true });

  const day = tokyoDay(context.clock.now);
  expect(yen((await getDay(finance, { day }))?.figures)?.discrepancies).toBe(1);
  expect(await listedFor("discrepancies", { day })).toEqual([open.referenceId]);
  // A close counted both, however they were resolved since.
  const both = [open.referenceId, resolved.referenceId].toSorted();
  expect((await listedFor("discrepancies", { day, isOfClose: true })).toSorted()).toEqual(both);
});

test("reasons, which may name players, are masked for who sees neither names nor ledgers", async () => {
  const [finance, admin, viewer] = [await context.as("finance"), await context.as("admin"), await context.as("viewer")];
  const day = await dayWith("400", 289);
  expect(await closeDayAsShown(finance, { day, reason: "Yamada topped up" })).toMatchObject({ ok: true });
  const proposed = await proposeReopening(finance, { day, reason: "Yamada did not" });
  if (!proposed.ok) throw new Error(proposed.error.kind);
  const seen = (close: string, reopening: string) => ({ closed: { reason: close }, proposal: { reason: reopening } });
  expect(await getDay(finance, { day })).toMatchObject(seen("Yamada topped up", "Yamada did not"));
  expect(await getDay(viewer, { day })).toMatchObject(seen("•••", "•••"));

  const { proposalId } = proposed.value;
  expect(await decideDayChange(admin, { proposalId, apply: true })).toMatchObject({ ok: true });
  const earlier = (reason: string) => ({ earlier: [{ reopened: { proposedBy: "finance", reason } }] });
  expect(await getDay(finance, { day })).toMatchObject(earlier("Yamada did not"));
  expect(await getDay(viewer, { day })).toMatchObject(earlier("•••"));
});

test("a reason is taken for the difference that was shown, not for one that came since", async () => {
  const finance = await context.as("finance");
  const day = await dayWith("-5000", 325);
  const shown = { seen: [{ currency: "JPY", difference: "-5000" }], reason: "a pay-out not reported yet" };
  await context.pool.query(
    `update balance_snapshots set ledger = ledger - 80 where currency = 'JPY'
       and id = (select max(id) from balance_snapshots where currency = 'JPY')`,
  );
  expect(await closeDay(finance, { day, ...shown })).toEqual(notAllowed("changed_since_shown"));
  expect(await closeDay(finance, { day, reason: shown.reason })).toEqual(notAllowed("changed_since_shown"));
  expect(await getDay(finance, { day })).toMatchObject({ closed: null, proposal: null });
  expect(await closeDayAsShown(finance, { day, reason: "that, and another" })).toMatchObject({ ok: true });
  expect(await getDay(finance, { day })).toMatchObject({ closed: { reason: "that, and another" } });
});
