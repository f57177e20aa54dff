import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { balanceMovements } from "@/drizzle/schema/movements";
import { Forbidden } from "@/lib/auth/context";
import { sheetOf } from "@/lib/daily-close/csv";
import { getDay } from "@/lib/daily-close/queries";
import { decideDayChange } from "@/lib/daily-close/reopen";
import { endMovementRule, nameMovement, undoMovementName } from "@/lib/reconciliation/movements/commands";
import { findMovements } from "@/lib/reconciliation/movements/find-movements";
import { getMovement, listMovementRules, listMovements } from "@/lib/reconciliation/movements/queries";
import { movementsAsked, nameInput } from "@/lib/reconciliation/movements/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { closeDayAsShown } from "../../support/daily-close";
import { reportOrders } from "../../support/reconciliation";

/** Monday, 3 June 2024, in Tokyo. */
const DAY = "2024-06-03";
const at = (clock: string, day = DAY) => new Date(`${day}T${clock}:00+09:00`);

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.db.execute(
    sql`truncate balance_snapshots, balance_movements, movement_names, movement_rules, movement_scans cascade`,
  );
});

/** The ledger balance that the service said from one clock time to another. */
async function said(from: string, until: string, ledger: string, { day = DAY, currency = "JPY" } = {}) {
  await context.db.execute(sql`
    insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
    values ('sandbox', ${currency}, ${ledger}, ${ledger}, ${at(from, day)}, ${at(until, day)})`);
}

/** Orders stay: each test that has some has a currency of its own. */
async function paid(referenceId: string, clock: string, amount: string, currency: string) {
  const endedAt = at(clock).toISOString();
  await reportOrders(context, [
    {
      ...{ referenceId, transactionId: `T-${referenceId}`, type: "DEPOSIT", currency, amount },
      ...{ status: "COMPLETED", endedAt, playerId: "p-1" },
    },
  ]);
}

async function scanned(clock: string, day = DAY) {
  context.clock.now = at(clock, day);
  await findMovements(await context.as("job"));
  const { rows } = await listMovements(await context.as("viewer"), movementsAsked.parse({}));
  return rows;
}

const named = (movementId: string, more: object = {}) =>
  nameInput.parse({ movementId, kind: "top_up", note: "", currency: "JPY", rule: null, ...more });
const MILLIONS = { condition: "multiple", amount: "1,000,000", amountTo: "", onWeekdays: true, times: null };

test("a movement beside orders is listed with its span and its sum, and a later scan changes nothing", async () => {
  await said("09:00", "09:30", "100", { currency: "THB" });
  await paid("D-1", "09:40", "40", "THB");
  await said("09:41", "10:00", "140", { currency: "THB" });
  await said("10:01", "11:00", "1000140", { currency: "THB" });
  await paid("D-2", "11:00", "5", "THB");
  await said("11:01", "11:20", "745", { currency: "THB" });
  const rows = await scanned("11:30");
  expect(rows.map(({ amount, from, until, state }) => [amount, from, until, state])).toEqual([
    ["-999400", at("11:00").toISOString(), at("11:01").toISOString(), "unnamed"],
    ["1000000", at("10:00").toISOString(), at("10:01").toISOString(), "unnamed"],
  ]);
  expect(await scanned("11:35")).toEqual(rows);
  expect(await scanned("09:00", "2024-06-20")).toEqual(rows);
});

test("an order that becomes known later explains a movement, which stays on record", async () => {
  await said("09:00", "09:30", "100", { currency: "USDT" });
  await said("09:31", "12:00", "600", { currency: "USDT" });
  const [found] = await scanned("12:00");
  expect(found).toMatchObject({ amount: "500", state: "unnamed" });
  const finance = await context.as("finance");
  expect(await nameMovement(finance, named(found!.movementId, { currency: "USDT" }))).toMatchObject({ ok: true });
  await paid("D-late", "09:31", "500", "USDT");
  const [order] = (
    await context.db.execute<{ id: string }>(sql`select id from transactions where reference_id = 'D-late'`)
  ).rows;
  await context.db.execute(sql`
    insert into reports (transaction_row, at, source, status, verdict)
    values (${order!.id}, ${at("12:00")}, 'query', 'COMPLETED', 'moved')`);
  const [late] = await scanned("18:00");
  expect(late).toMatchObject({ movementId: found!.movementId, state: "explained", name: { kind: "top_up" } });
  const { sums } = await listMovements(finance, movementsAsked.parse({}));
  expect(sums).toEqual([]);
  expect(await nameMovement(finance, named(found!.movementId, { currency: "USDT" }))).toEqual({
    ok: false,
    error: { kind: "explained" },
  });
});

test("a rule names what is seen after it, is offered for what was before, and can be undone", async () => {
  const finance = await context.as("finance");
  await said("08:00", "08:30", "0");
  await said("08:31", "09:00", "2000000");
  await said("09:01", "09:30", "5000000");
  const [second, first] = await scanned("09:30");
  const rule = named(second!.movementId, { note: "from the bank", rule: MILLIONS });
  expect(await nameMovement(finance, rule)).toEqual({ ok: true, value: { rule: 1 } });
  expect(await nameMovement(finance, rule)).toEqual({ ok: false, error: { kind: "named_already" } });
  expect(await getMovement(finance, first!)).toMatchObject({ state: "unnamed", offers: [{ number: 1 }] });

  await said("10:00", "10:30", "9000000");
  await said("10:31", "11:00", "9000001");
  const [odd, third] = await scanned("11:00");
  expect(odd).toMatchObject({ amount: "1", state: "unnamed", name: null });
  expect(await getMovement(finance, third!)).toMatchObject({
    ...{ amount: "4000000", state: "named" },
    name: { kind: "top_up", note: "from the bank", rule: 1, by: finance.actor.name },
  });
  expect(await listMovementRules(finance)).toMatchObject([{ number: 1, named: 1, endedAt: null }]);
  // A note may name a player.
  const viewer = await context.as("viewer");
  expect(third).toMatchObject({ name: { note: "•••" } });
  expect(await getMovement(viewer, first!)).toMatchObject({ offers: [{ number: 1, note: "•••" }] });
  expect(await listMovementRules(viewer)).toMatchObject([{ number: 1, note: "•••" }]);

  const undone = { movementId: third!.movementId, reason: "a refund" };
  expect(await undoMovementName(finance, undone)).toEqual({ ok: true, value: null });
  expect(await undoMovementName(finance, undone)).toMatchObject({ ok: false });
  const detail = await getMovement(finance, third!);
  expect(detail).toMatchObject({ state: "unnamed", name: null });
  expect(detail!.history.map(({ kind }) => kind).toSorted()).toEqual(["found", "named", "undone"]);
  const seen = (await getMovement(viewer, third!))!.history;
  expect(seen).toContainEqual(expect.objectContaining({ kind: "named", note: "•••" }));
  expect(seen).toContainEqual(expect.objectContaining({ kind: "undone", reason: "•••" }));
  // A scan that finds the same again does not name it again.
  expect((await scanned("11:20"))[1]).toMatchObject({ state: "unnamed" });

  const ruleId = (await listMovementRules(finance))[0]!.ruleId;
  expect(await endMovementRule(finance, { ruleId })).toEqual({ ok: true, value: null });
  expect(await endMovementRule(finance, { ruleId })).toMatchObject({ ok: false });
  await said("11:30", "12:00", "10000001");
  expect((await scanned("12:00"))[0]).toMatchObject({ amount: "1000000", state: "unnamed" });
});

test("a rule that would not name its own movement is refused, as is who may not name", async () => {
  await said("08:00", "08:30", "0");
  await said("08:31", "09:00", "1500000");
  const [found] = await scanned("09:00");
  const input = named(found!.movementId, { rule: MILLIONS });
  expect(await nameMovement(await context.as("finance"), input)).toEqual({
    ...{ ok: false, error: { kind: "rule_does_not_fit" } },
  });
  await expect(nameMovement(await context.as("ops"), input)).rejects.toThrow(Forbidden);
  const bad = nameInput.safeParse({ ...named(found!.movementId), rule: { ...MILLIONS, amount: "1.5" } });
  // Where it stands in what was sent, so that it goes when that is changed.
  expect(bad.error?.issues[0]).toMatchObject({ path: ["rule", "amount"], message: "amountDecimals" });
});

test("the daily close shows movements named and unnamed, keeps them, and no figure changes by a name", async () => {
  const finance = await context.as("finance");
  await said("08:00", "23:00", "100", { day: "2024-06-02" });
  await said("08:00", "09:00", "1000100");
  await said("10:00", "23:59", "999100");
  // After midnight: the closing balance of the day does not have it.
  await said("00:01", "01:00", "5", { day: "2024-06-04" });
  const rows = await scanned("02:00", "2024-06-04");
  expect(rows.map(({ amount }) => amount)).toEqual(["-999095", "-1000", "1000000"]);
  const before = await getDay(finance, { day: DAY });
  await nameMovement(finance, named(rows[2]!.movementId));
  const view = await getDay(finance, { day: DAY });
  expect(view?.figures).toEqual(before?.figures);
  const sums = [
    { currency: "JPY", kind: "top_up", count: 1, amount: "1000000" },
    { currency: "JPY", kind: null, count: 1, amount: "-1000" },
  ];
  expect(view?.movements).toEqual(sums);
  expect(sheetOf(view!)).toContain(`${DAY},open,JPY,movement:top_up,1,1000000`);
  const closed = await closeDayAsShown(finance, { day: DAY, reason: "a top-up and a fee" });
  if (!closed.ok || closed.value.kind !== "confirming") throw new Error("it was not proposed");
  const decision = { proposalId: closed.value.proposalId, apply: true };
  expect(await decideDayChange(await context.another("finance"), decision)).toMatchObject({ ok: true });
  await nameMovement(finance, named(rows[1]!.movementId, { kind: "fee" }));
  const after = await getDay(finance, { day: DAY });
  expect(after?.closed).toMatchObject({ isIntact: true, movements: sums });
  expect(after?.movements).toMatchObject([{ kind: "fee" }, { kind: "top_up" }]);
});

test("filters find movements by state, name, amount and days, with the sums of all of them", async () => {
  const finance = await context.as("finance");
  await context.db.insert(balanceMovements).values(
    Array.from({ length: 60 }, (_, nth) => ({
      ...{ environment: "sandbox" as const, currency: "JPY", amount: String(nth + 1) },
      ...{ fromAt: at("09:00"), untilAt: new Date(at("09:00").getTime() + nth * 60_000), foundAt: at("12:00") },
    })),
  );
  const list = async (asked: object) => listMovements(finance, movementsAsked.parse(asked));
  const all = await list({});
  expect([all.rows.length, all.below !== null, all.sums]).toEqual([
    ...[50, true, [{ currency: "JPY", kind: null, count: 60, amount: "1830" }]],
  ]);
  expect((await list({ after: all.below })).rows).toHaveLength(10);
  expect((await list({ q: "¥60" })).rows).toHaveLength(1);
  expect((await list({ q: "no amount" })).rows).toEqual([]);
  await nameMovement(finance, named(all.rows[0]!.movementId, { kind: "fee" }));
  expect((await list({ state: "named" })).sums).toMatchObject([{ kind: "fee", amount: "60" }]);
  expect((await list({ kind: "fee" })).rows).toHaveLength(1);
  expect((await list({ state: "unnamed", to: DAY, from: DAY })).sums[0]?.count).toBe(59);
  expect((await list({ from: "2024-06-04" })).rows).toEqual([]);
});
