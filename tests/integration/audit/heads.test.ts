import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { parseCrontab } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { checkHeadsFile } from "@/lib/audit/head-targets";
import {
  exportHeads,
  findMissingHeads,
  getHeadExports,
  HEAD_EXPORT,
  keptHead,
  requestHeadExport,
} from "@/lib/audit/heads";
import { linkAuditLines } from "@/lib/audit/link";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { HeadTargets } from "@/lib/env";
import { crontab } from "@/lib/jobs/tasks";
import { log } from "@/lib/log";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { BUCKET_KEYS, type Bucket, openBucket } from "../../support/bucket";
import { openTestContext, type TestContext } from "../../support/context";
import { scratchFolder } from "../../support/scratch";

let context: TestContext;
let job: Ctx;
let bucket: Bucket;
let folder: string;
beforeAll(async () => {
  [context, bucket, folder] = await Promise.all([openTestContext(), openBucket(), scratchFolder()]);
  job = await context.as("job");
});
beforeEach(async () => {
  // Each test has a day of its own.
  context.clock.now = new Date(context.clock.now.getTime() + DAY_MS);
  bucket.mood.answer = null;
  await noted();
});
afterAll(async () => {
  await Promise.all([context.close(), bucket.close(), rm(folder, { recursive: true })]);
});

const noted = async () => {
  await context.db.transaction((tx) => record(tx, job, { action: "transaction.note_added", subject: "a line" }));
  await linkAuditLines(context.db);
};
const s3 = (more = {}) => ({ url: `${bucket.url}/heads/choba (1)`, ...BUCKET_KEYS, ...more });
const objectOf = (chain: string) =>
  bucket.objects.get(`/heads/choba%20%281%29/${tokyoDay(context.clock.now)}/${chain}.json`);

const linesOf = async (file: string) =>
  (await readFile(file, "utf8")).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));

async function headOf(chain: string) {
  const { rows } = await context.db.execute<{ position: number; hash: string }>(
    sql`select position::int, encode(hash, 'hex') as hash from audit_links where chain = ${chain}
      order by audit_links.position desc limit 1`,
  );
  return rows[0];
}

/** The time of the last export to each target. */
const exportedAt = async (targets: HeadTargets) =>
  Object.fromEntries((await getHeadExports(job, targets)).targets.map(({ target, at }) => [target, at]));

test("heads are exported to the log, the file and the bucket, once a day", async () => {
  const file = join(folder, "daily.jsonl");
  const targets = { file, s3: s3() };
  const info = vi.spyOn(log, "info");
  const expected = { chain: "sandbox", ...(await headOf("sandbox")) };
  await exportHeads(job, targets);
  await exportHeads(job, targets);

  const logged = info.mock.calls.flatMap(([head, text]) =>
    text === "audit: chain head" ? [keptHead.loose().parse(head)] : [],
  );
  info.mockRestore();
  expect(logged.filter(({ chain }) => chain === "sandbox")).toEqual([expect.objectContaining(expected)]);
  const exportedAtText = context.clock.now.toISOString();
  const lines = await linesOf(file);
  expect(lines).toEqual(logged);
  expect(lines).toContainEqual({ ...expected, at: expect.stringMatching(/Z$/), exportedAt: exportedAtText });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(objectOf("sandbox") ?? "")).toEqual(lines.find(({ chain }) => chain === "sandbox"));
  const now = context.clock.now;
  expect(await exportedAt(targets)).toEqual({ log: now, file: now, s3: now });

  context.clock.now = new Date(now.getTime() + DAY_MS);
  await exportHeads(job, targets);
  const appended = (await linesOf(file)).slice(lines.length);
  expect(appended.map(({ chain }) => chain)).toEqual(["sandbox", "console"]);
});

test("what was exported is found in the chain until the chain is cut off or computed again", async () => {
  const file = join(folder, "kept.jsonl");
  await exportHeads(job, { file, s3: null });
  await noted();
  const heads = (await linesOf(file)).map((line) => keptHead.parse(line));
  const sandbox = heads.find(({ chain }) => chain === "sandbox")!;
  expect(await findMissingHeads(context.db, heads)).toEqual([]);

  const undo = new Error("undone");
  const after = (change: ReturnType<typeof sql>) =>
    context.db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(change);
        expect(await findMissingHeads(tx, heads)).toEqual([sandbox]);
        throw undo;
      })
      .catch((error: unknown) => expect(error).toBe(undo));
  const here = sql`chain = 'sandbox' and position >= ${sandbox.position}`;
  await after(sql`delete from audit_links where ${here}`);
  await after(sql`update audit_links set hash = sha256(hash) where ${here}`);
});

test("a target that fails is tried again, alone, and the time of its last success is not touched", async () => {
  const file = join(folder, "beside.jsonl");
  const targets = { file, s3: s3() };
  const before = await exportedAt(targets);
  bucket.mood.answer = 503;
  await expect(exportHeads(job, targets)).rejects.toThrow("chain heads were not exported to: s3");
  expect(await exportedAt(targets)).toEqual({ ...before, log: context.clock.now, file: context.clock.now });
  bucket.mood.answer = null;
  await exportHeads(job, targets);
  expect(await exportedAt(targets)).toMatchObject({ s3: context.clock.now });
  expect(new Set((await linesOf(file)).map(({ chain }) => chain)).size).toBe((await linesOf(file)).length);
});

test("a redirect is not followed, and a wrong secret stores nothing", async () => {
  bucket.mood.answer = 307;
  const before = bucket.requests();
  await expect(exportHeads(job, { file: null, s3: s3() })).rejects.toThrow("s3");
  expect(bucket.requests()).toBe(before + 1);
  bucket.mood.answer = null;
  await expect(exportHeads(job, { file: null, s3: s3({ secret: "another" }) })).rejects.toThrow("s3");
  expect(objectOf("sandbox")).toBeUndefined();
});

test("a head that is in the bucket already is not overwritten", async () => {
  const key = `/heads/choba%20%281%29/${tokyoDay(context.clock.now)}/sandbox.json`;
  bucket.objects.set(key, "the first of this day");
  await exportHeads(job, { file: null, s3: s3() });
  expect(bucket.objects.get(key)).toBe("the first of this day");
});

test("a line that a full disk cut off does not spoil the next one", async () => {
  const file = join(folder, "cut.jsonl");
  await writeFile(file, '{"chain":"sand');
  await exportHeads(job, { file, s3: null });
  const [cut, ...lines] = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(cut).toBe('{"chain":"sand');
  expect(lines.map((line) => keptHead.safeParse(JSON.parse(line)).success)).not.toContain(false);
  expect(lines.length).toBeGreaterThan(0);
});

test("instances that start concurrently leave one job, in the queue of the daily one", async () => {
  await Promise.all([context, context, context].map(({ db }) => requestHeadExport(db)));
  const { rows } = await context.db.execute(
    sql`select queue_name, key from graphile_worker.jobs where task_identifier = 'export-audit-heads'`,
  );
  expect(rows).toEqual([{ queue_name: HEAD_EXPORT.queue, key: HEAD_EXPORT.key }]);
  const daily = parseCrontab(crontab).find(({ task }) => task === "export-audit-heads");
  expect(daily?.options).toMatchObject({ jobKey: HEAD_EXPORT.key, queueName: HEAD_EXPORT.queue });
});

test("a file that cannot be written stops the start, with words that say what to do", async () => {
  await mkdir(join(folder, "a-folder"));
  for (const file of [join(folder, "nowhere", "heads.jsonl"), join(folder, "a-folder")]) {
    await expect(checkHeadsFile(file)).rejects.toThrow(
      /AUDIT_HEADS_FILE: cannot be written \(E(NOENT|ISDIR)\)\. Name a/,
    );
  }
  await checkHeadsFile(join(folder, "new.jsonl"));
});
