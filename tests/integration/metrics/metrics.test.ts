import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLinks } from "@/drizzle/schema/audit";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { deliveries } from "@/drizzle/schema/deliveries";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { transactions } from "@/drizzle/schema/transactions";
import { exportHeads, getHeadExports } from "@/lib/audit/heads";
import { countUnlinked, linkAuditLines } from "@/lib/audit/link";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import { metricsText } from "@/lib/metrics/prometheus";
import { countForMetrics, countJobs } from "@/lib/metrics/queries";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
let ctx: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  ctx = await context.as("job");
});
afterAll(() => context.close());

const TARGETS = { file: "/never/written", s3: null };

/** The value of a metric, or null where it is absent. */
async function figure(name: string): Promise<number | null> {
  const figures = {
    environments: new Map([["sandbox" as const, await countForMetrics(ctx)]]),
    jobs: await countJobs(ctx),
    heads: await getHeadExports(ctx, TARGETS),
    unlinked: await countUnlinked(ctx),
  };
  const line = (await metricsText(figures)).split("\n").find((one) => one.startsWith(`choba_${name} `));
  return line === undefined ? null : Number(line.split(" ").at(-1));
}

const HERE = '{environment="sandbox"}';
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

test("unknown outcomes and the age of the oldest are reported until they are resolved", async () => {
  expect(await figure(`withdrawals_unknown${HERE}`)).toBe(0);
  expect(await figure(`withdrawals_unknown_oldest_seconds${HERE}`)).toBe(0);
  const order = await requested(context);
  const it = eq(transactions.id, order.id);
  await context.db
    .update(transactions)
    .set({ submission: "unknown", createdAt: inSeconds(-700) })
    .where(it);
  expect(await figure(`withdrawals_unknown${HERE}`)).toBe(1);
  expect(await figure(`withdrawals_unknown_oldest_seconds${HERE}`)).toBeGreaterThan(690);
  await context.db.update(transactions).set({ submission: "accepted", discrepancyAt: new Date() }).where(it);
  expect(await figure(`withdrawals_unknown${HERE}`)).toBe(0);
  expect(await figure(`discrepancies_open${HERE}`)).toBe(1);
  await context.db.update(transactions).set({ resolvedAt: new Date() }).where(it);
  expect(await figure(`discrepancies_open${HERE}`)).toBe(0);
});

test("a payout that may be sent and was not is reported, from when it may; one that is held is not", async () => {
  const { id } = await requested(context);
  const it = eq(transactions.id, id);
  await context.db
    .update(transactions)
    .set({ submission: "queued", updatedAt: inSeconds(-400) })
    .where(it);
  expect(await figure(`withdrawals_approved_unsent${HERE}`)).toBe(1);
  expect(await figure(`withdrawals_approved_unsent_oldest_seconds${HERE}`)).toBeGreaterThan(395);
  await context.db.update(transactions).set({ heldAt: new Date(), heldReason: "daily_limit" }).where(it);
  expect(await figure(`withdrawals_approved_unsent${HERE}`)).toBe(0);
  await context.db.update(transactions).set({ submission: "stopped", heldAt: null, heldReason: null }).where(it);
});

test("a refused callback is reported with its cause, for an hour", async () => {
  const one = {
    environment: "sandbox",
    headers: {},
    body: Buffer.from(""),
    signature: "wrong",
    answered: 401,
  } as const;
  const refused = { ...one, refusal: "wrong_signature" } as const;
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
  await context.db.insert(deliveries).values([
    { ...refused, receivedAt: at(-60) },
    { ...refused, receivedAt: at(-3_500) },
    { ...refused, receivedAt: at(-3_700) },
    { ...refused, refusal: "too_large", receivedAt: at(-3_700) },
  ]);
  const count = (cause: string) => figure(`deliveries_refused_last_hour{environment="sandbox",cause="${cause}"}`);
  expect([await count("wrong_signature"), await count("too_large")]).toEqual([2, 0]);
  await context.db.insert(deliveries).values({ ...one, signature: "valid", answered: 200, receivedAt: at(0) });
  expect(await figure(`deliveries_unprocessed${HERE}`)).toBe(1);
});

test("a service that does not answer is reported by the time since its last answer", async () => {
  expect(await figure(`service_last_answer_seconds${HERE}`)).toBeNull();
  const seen = { firstSeenAt: new Date(), lastSeenAt: inSeconds(-400), available: "1", ledger: "1" };
  await context.db.insert(balanceSnapshots).values({ ...seen, environment: "sandbox", currency: "JPY" });
  expect(await figure(`service_last_answer_seconds${HERE}`)).toBeGreaterThan(395);
  expect(await figure(`service_outage_seconds${HERE}`)).toBe(0);
  const openUntil = new Date();
  await context.db.insert(circuitBreakers).values({ environment: "sandbox", failures: 5, trips: 1, openUntil });
  expect(await figure(`service_outage_seconds${HERE}`)).toBeGreaterThan(395);
});

test("a due job is reported by its task, a future one is not, and an abandoned one is", async () => {
  await context.db.execute(sql`delete from graphile_worker._private_jobs`);
  const add = (runAt: number, attempts: number) =>
    context.db.execute(sql`select graphile_worker.add_job('send-email', payload := '{"mailId":"secret"}'::json,
      run_at := ${inSeconds(runAt)}, max_attempts := ${attempts})`);
  await add(-300, 25);
  await add(300, 25);
  expect(await figure('jobs_waiting{task="send-email"}')).toBe(1);
  expect(await figure('jobs_waiting_oldest_seconds{task="send-email"}')).toBeGreaterThan(295);
  await context.db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`);
  expect(await figure('jobs_given_up{task="send-email"}')).toBe(2);
});

test("the last export of chain heads is reported, for each target that is set", async () => {
  const time = (target: string) => figure(`audit_heads_exported_timestamp_seconds{target="${target}"}`);
  expect([await time("log"), await time("file"), await time("s3")]).toEqual([0, 0, null]);
  await linkAuditLines(context.db);
  const position = await context.db.$count(auditLinks, eq(auditLinks.chain, "sandbox"));
  await expect(exportHeads(ctx, TARGETS)).rejects.toThrow("file");
  expect([await time("log"), await time("file")]).toEqual([context.clock.now.getTime() / 1000, 0]);
  expect(await figure('audit_head_exported_position{chain="sandbox"}')).toBe(position);
});

test("audit lines that are not linked, and the age of the oldest, are reported until they are", async () => {
  await linkAuditLines(context.db);
  expect([await figure("audit_lines_unlinked"), await figure("audit_lines_unlinked_oldest_seconds")]).toEqual([0, 0]);
  const since = { ...ctx, now: () => new Date(Date.now() - 70_000) };
  await context.db.transaction((tx) => record(tx, since, { action: "transaction.note_added", subject: "a line" }));
  expect(await figure("audit_lines_unlinked")).toBe(1);
  expect(await figure("audit_lines_unlinked_oldest_seconds")).toBeGreaterThan(65);
  await linkAuditLines(context.db);
  expect(await figure("audit_lines_unlinked_oldest_seconds")).toBe(0);
});

test("without its database a process still reports its own metrics, and that the database is missing", async () => {
  const text = await metricsText(null);
  expect(text).toMatch(/^choba_database_answers 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect(text).not.toContain("choba_withdrawals");
});
