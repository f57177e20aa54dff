import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import { exportLog } from "@/lib/activity/export";
import { readLog } from "@/lib/activity/queries";
import { activityFilter } from "@/lib/activity/schema";
import type { Ctx } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { testLedgerSource } from "@/lib/reconciliation/ledger-source/commands";
import { changeView, keepView, removeView } from "@/lib/views/commands";
import { openTestContext, type TestContext } from "../../support/context";
import { registering } from "../../support/players";

const MANY = 1_100;

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  await registering(context, { playerId: "p-1", userName: "ヤマダ　タロウ" });
  const rows = Array.from({ length: MANY }, (_none, at) => ({
    ...{ environment: "sandbox" as const, receivedAt: new Date(Date.parse("2026-03-01T14:59:59Z") + at), headers: {} },
    ...{ body: Buffer.from("{}"), signature: "absent" as const, answered: 200, sourceAddress: "@evil" },
  }));
  await context.db.insert(deliveries).values(rows);
});
afterAll(() => context.close());

async function exported(role: Role, given: Record<string, string>) {
  const { before: _page, ...filter } = activityFilter.parse(given);
  const { body } = await exportLog(await context.as(role), filter);
  const rows: Record<string, string>[] = parse(await new Response(body).text(), { columns: true, bom: true });
  return rows;
}

test("the export holds all that the filter lets through, and each of it once", async () => {
  const rows = await exported("finance", { kind: "delivery" });
  expect(rows).toHaveLength(MANY);
  const times = rows.map((row) => row["at (Asia/Tokyo, UTC+09:00)"]);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set(times)).toEqual(new Set(["2026-03-01 23:59:59", "2026-03-02 00:00:00"]));
  expect(rows[0]).toMatchObject({ kind: "delivery", what: "waiting", signature: "absent", from: "'@evil" });
  expect(await exported("finance", { kind: "delivery", to: "2026-03-01" })).toHaveLength(1_000);
});

test("names are masked in it for who may not see them, and the export itself is a line", async () => {
  const named = async (role: Role) =>
    (await exported(role, { kind: "users" })).find(({ what }) => what === "registration.requested")?.detail;
  expect(await named("support")).toContain("ヤ•••");
  expect(await named("support")).not.toContain("ヤマダ");
  expect(await named("ops")).toContain("ヤマダ　タロウ");
  const lines = await context.db.select().from(auditEvents).orderBy(auditEvents.id);
  expect(lines.filter(({ action }) => action === "activity.exported")).toMatchObject(
    ["finance", "finance", "support", "support", "ops"].map((actorName) => ({ actorName })),
  );
});

test("a name that was searched for is in no line for who may not see names", async () => {
  const [ops, viewer] = [await context.as("ops"), await context.as("viewer")];
  const view = { list: "players" as const, name: "ヤマダ　タロウ", query: "q=ヤマダ　タロウ&show=open", shared: false };
  const kept = await keepView(ops, view);
  if (!kept.ok) throw new Error(kept.error.kind);
  await changeView(ops, { id: kept.value.id, name: "ヤマダ", shared: true });
  await removeView(ops, kept.value);
  const { before: _page, ...filter } = activityFilter.parse({ q: "ヤマダ　タロウ" });
  await new Response((await exportLog(ops, filter)).body).text();

  const text = async (role: Role) => JSON.stringify(await exported(role, { kind: "users" }));
  expect(await text("ops")).toContain("ヤマダ");
  const masked = await text("viewer");
  expect(masked).not.toContain("ヤマダ");
  expect(decodeURIComponent(masked)).not.toContain("ヤマダ");
  for (const action of ["view.saved", "view.updated", "view.deleted", "activity.exported"]) {
    expect(masked).toContain(action);
  }
  const found = async (ctx: Ctx) => (await readLog(ctx, { kind: "audit", q: "ヤマダ　タロウ" })).entries.length;
  expect(await found(ops)).toBe(1);
  expect(await found(viewer)).toBe(0);
});

test("a query of the merchant's own database is in no line for who may not see it where it is kept", async () => {
  await testLedgerSource(await context.as("admin"), { query: "select 'ヤマダ　タロウ'" });
  for (const [role, isThere] of [
    ["finance", true],
    ["ops", false],
    ["viewer", false],
  ] as const) {
    const lines = JSON.stringify(await exported(role, { kind: "users" }));
    expect(lines).toContain("ledger_source.tested");
    expect([role, lines.includes("select")]).toEqual([role, isThere]);
  }
});
