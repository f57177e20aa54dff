import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { startBackfill } from "@/lib/backfill/commands";
import { getBackfill, listBackfills } from "@/lib/backfill/queries";
import { recoverBackfills, runBackfill } from "@/lib/backfill/run";
import type { Failure } from "@/lib/payments-api/failure";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";
import { auditEventsAbout } from "../../support/team";

let service: Service;
let elsewhere: TestContext;
let context: TestContext;
let finance: Ctx;
let job: Ctx;

beforeAll(async () => {
  service = await openService();
  elsewhere = await openTestContext(service);
});
beforeEach(async () => {
  context = await openTestContext(service);
  [finance, job] = [await context.as("finance"), await context.as("job")];
});
afterEach(async () => {
  await service.behave();
  await context.close();
});
afterAll(async () => {
  await elsewhere.close();
  await service.close();
});

/** An order of which this console has not heard: another one made it. */
async function madeElsewhere() {
  const { referenceId, id } = await requested(elsewhere);
  await sendWithdrawal(await elsewhere.as("job"), { transactionRow: id });
  const { transactionId } = await orderOf(elsewhere, referenceId);
  return { referenceId, transactionId: transactionId! };
}

async function begun(ids: string[]) {
  const made = await startBackfill(finance, { ids: ids.join("\n") });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}

const seen = async ({ runId }: { runId: string }) => (await getBackfill(finance, { runId, after: 0 }))!;
const findingsIn = async (run: { runId: string }) => (await seen(run)).shown.map(({ finding }) => finding);
const later = (seconds: number) => {
  context.clock.now = new Date(context.clock.now.getTime() + seconds * 1000);
};
const jobs = async () => {
  const waiting = sql`select task_identifier from graphile_worker.jobs where task_identifier = 'run-backfill'`;
  return (await context.db.execute(waiting)).rows.length;
};

test("each ID gets a result, and orders that were found are recorded here", async () => {
  const [one, two] = [await madeElsewhere(), await madeElsewhere()];
  const run = await begun([one.referenceId, two.transactionId, "unknown", one.referenceId, "a\u0007b"]);
  expect(await findingsIn(run)).toEqual(["waiting", "waiting", "waiting", "twice", "not_valid"]);
  expect(await runBackfill(job, run)).toEqual({ asked: 3 });
  expect(await findingsIn(run)).toEqual(["joined", "joined", "not_found", "twice", "not_valid"]);
  for (const { referenceId } of [one, two])
    expect(await orderOf(context, referenceId)).toMatchObject({
      submission: null,
      status: "SUCCESS",
      statusSource: "query",
    });
  expect(await seen(run)).toMatchObject({ rows: 5, endedAt: context.clock.now.toISOString(), findings: { joined: 2 } });

  const again = await begun([one.referenceId, two.transactionId]);
  await runBackfill(job, again);
  expect(await findingsIn(again)).toEqual(["held_before", "held_before"]);
  expect((await seen(again)).shown[1]).toMatchObject({ referenceId: two.referenceId });
  expect(await context.db.$count(transactions)).toBe(2);
});

test("start and completion are in the audit log, and the list of imports shows them", async () => {
  const run = await begun(["unknown"]);
  await runBackfill(job, run);
  const events = await auditEventsAbout(context, run.runId);
  expect(events.map(({ action, actorName }) => [action, actorName])).toEqual([
    ["backfill.started", "finance"],
    ["backfill.completed", "job"],
  ]);
  expect(await listBackfills(finance)).toMatchObject([
    { id: run.runId, startedBy: "finance", findings: { not_found: 1 } },
  ]);
});

test("a service that does not answer is asked again, and says nothing about an id until it does", async () => {
  const { referenceId } = await madeElsewhere();
  const run = await begun([referenceId]);
  await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 503, html: true });
  await runBackfill(job, run);
  expect(await seen(run)).toMatchObject({ endedAt: null, shown: [{ finding: "unreachable", tries: 1 }] });
  expect(await runBackfill(job, run)).toEqual({ asked: 0 });
  expect(await jobs()).toBe(1);
  later(6);
  await runBackfill(job, run);
  expect(await seen(run)).toMatchObject({ shown: [{ finding: "joined", tries: 2 }] });
});

test("a service that refuses is asked again, and its reason is shown until it answers", async () => {
  const { referenceId } = await madeElsewhere();
  const run = await begun([referenceId, "unknown"]);
  const error: Failure = { kind: "refused", status: 401, message: "Invalid API key of ヤマダ", fields: [] };
  const refused: Ctx["api"] = {
    ...job.api,
    transaction: async (id) => ({ ...(await job.api.transaction(id)), result: { ok: false, error } }),
  };
  await runBackfill({ ...job, api: refused }, run);
  const admin = await context.as("admin");
  const reason = async (by: Ctx) => (await getBackfill(by, { runId: run.runId, after: 0 }))?.failure;
  expect(await seen(run)).toMatchObject({ endedAt: null, findings: { unreachable: 2 } });
  expect(await reason(admin)).toEqual(error);
  // It may repeat a name.
  expect(JSON.stringify(await reason(finance))).not.toContain("ヤマダ");
  expect(await reason(finance)).toMatchObject({ kind: "refused", status: 401 });
  later(6);
  await runBackfill(job, run);
  expect(await seen(run)).toMatchObject({ failure: null, findings: { joined: 1, not_found: 1, unreachable: 0 } });
});

test("a long import stops while the service is down, and continues once one check succeeds", async () => {
  const run = await begun(Array.from({ length: 30 }, () => `no-${randomUUID()}`));
  await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 503, times: 100 });
  expect((await runBackfill(job, run)).asked).toBeLessThanOrEqual(8);
  expect(await runBackfill(job, run)).toEqual({ asked: 0 });
  await service.behave();
  later(90);
  await runBackfill(job, run);
  later(90);
  await runBackfill(job, run);
  expect(await seen(run)).toMatchObject({ findings: { not_found: 30 } });
  expect((await seen(run)).endedAt).not.toBeNull();
});

test("five concurrent jobs check no id twice", async () => {
  const ids = Array.from({ length: 20 }, () => `no-${randomUUID()}`);
  const run = await begun(ids);
  const asked: string[] = [];
  const api: Ctx["api"] = {
    ...job.api,
    transaction: (id) => {
      asked.push(id);
      return job.api.transaction(id);
    },
  };
  await Promise.all(Array.from({ length: 5 }, () => runBackfill({ ...job, api }, run)));
  expect(asked.toSorted()).toEqual(ids.toSorted());
});

test("an import whose job was lost is continued by the recovery job", async () => {
  const run = await begun(["unknown"]);
  await context.db.execute(sql`select graphile_worker.remove_job(${`backfill:${run.runId}`})`);
  expect(await jobs()).toBe(0);
  await recoverBackfills(job);
  expect(await jobs()).toBe(1);
});

test("a line with a character that is no text is kept as not valid, and the others are imported", async () => {
  const run = await begun(["a\u0000b", "a\u0000b", "unknown"]);
  expect((await seen(run)).shown.map(({ given, finding }) => [given, finding])).toEqual([
    ["a\ufffdb", "not_valid"],
    ["a\ufffdb", "not_valid"],
    ["unknown", "waiting"],
  ]);
});

test("an empty list and a list that is too long are refused before anything is stored", async () => {
  expect(await startBackfill(finance, { ids: "id\n\n" })).toEqual({ ok: false, error: { kind: "no_ids" } });
  const many = Array.from({ length: 10_001 }, (_, at) => String(at)).join("\n");
  expect(await startBackfill(finance, { ids: many })).toMatchObject({
    ok: false,
    error: { kind: "too_many", count: 10_001 },
  });
  expect(await listBackfills(finance)).toEqual([]);
});

test("ten thousand IDs are one import, shown a hundred at a time", async () => {
  const run = await begun(Array.from({ length: 10_000 }, (_, at) => `id-${at}`));
  const first = await seen(run);
  expect([first.rows, first.shown.length, first.next]).toEqual([10_000, 100, 100]);
  const next = (await getBackfill(finance, { runId: run.runId, after: 100 }))!;
  expect(next.shown[0]).toMatchObject({ line: 101, given: "id-100" });
  const waiting = await getBackfill(finance, { runId: run.runId, after: 9_950, finding: "waiting" });
  expect([waiting!.shown.length, waiting!.next]).toEqual([50, null]);
});

test("another environment's import does not exist here", async () => {
  const run = await begun(["x"]);
  expect(await getBackfill({ ...finance, environment: "production" }, { runId: run.runId, after: 0 })).toBeNull();
  expect(await runBackfill({ ...job, environment: "production" }, run)).toEqual({ asked: 0 });
});
