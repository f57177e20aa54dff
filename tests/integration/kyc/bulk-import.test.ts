import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { registrationFiles, registrationRows, registrations } from "@/drizzle/schema/registrations";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import {
  getFile,
  getResults,
  heldPlayers,
  listFiles,
  readPlayersFile,
  recoverImportRows,
  registerRow,
  startFile,
} from "@/lib/kyc/bulk-import";
import { type FileInput, fileInput } from "@/lib/kyc/schema";
import type { TestContext } from "../../support/context";
import { availableJobs, killWorkerOf } from "../../support/jobs";
import { newPlayerId, registering, registrationOf } from "../../support/players";
import { openAtService } from "../../support/service";

let context: TestContext;
let ops: Ctx;
let job: Ctx;

beforeAll(async () => {
  ({ context } = await openAtService());
  ops = await context.as("ops");
  job = await context.as("job");
});
afterAll(() => context.close());

const wanted = (line: number, more: object = {}) => ({
  ...{ line, playerId: newPlayerId(), userName: "ヤマダ　タロウ", leftOut: null },
  ...more,
});

async function started(rows: object[], more: object = {}) {
  const form = { formId: randomUUID(), name: "players.csv", digest: "a".repeat(64), rows, ...more };
  const input: FileInput = fileInput.parse(form);
  const made = await startFile(ops, input);
  if (!made.ok) throw new Error("not started");
  return { ...made.value, input };
}

const rowsOf = (fileId: string) =>
  context.db.select().from(registrationRows).where(eq(registrationRows.fileId, fileId)).orderBy(registrationRows.line);

async function work(fileId: string) {
  for (const { id } of await rowsOf(fileId)) await registerRow(job, { rowId: id });
}

const jobsOf = async (fileId: string) => {
  const { rows } = await context.db.execute<{ run_at: Date; queue_name: string }>(sql`
    select j.run_at, q.queue_name from graphile_worker._private_jobs j
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where (j.payload ->> 'rowId')::uuid in (select id from registration_rows where file_id = ${fileId})
    order by j.run_at`);
  return rows;
};

describe("a file that is started", () => {
  test("has one job a row, at a steady pace, in one queue; excluded rows have none", async () => {
    const rows = [wanted(2), wanted(3, { leftOut: "refused", userName: "山田" }), wanted(4)];
    const { fileId } = await started(rows);
    const jobs = await jobsOf(fileId);
    expect(jobs.map(({ queue_name }) => queue_name)).toEqual(Array(2).fill("register-rows:sandbox"));
    const gap = new Date(jobs[1]!.run_at).getTime() - new Date(jobs[0]!.run_at).getTime();
    expect(gap).toBeGreaterThanOrEqual(100);
  });

  test("registers every row for the person who started it, and tells how each stands", async () => {
    const { fileId, input } = await started([wanted(2), wanted(3), wanted(4, { leftOut: "by_hand" })]);
    await work(fileId);
    const view = await getFile(await context.as("support"), { fileId });
    expect(view!.rows.map(({ leftOut, registration }) => [leftOut, registration?.status ?? null])).toEqual([
      [null, "PENDING"],
      [null, "PENDING"],
      ["by_hand", null],
    ]);
    const held = await registrationOf(context, input.rows[0]!.playerId);
    expect(held.requestedBy).toBe(ops.actor.id);
  });

  test("is one file, however often the form is sent", async () => {
    const form = { formId: randomUUID() };
    const rows = [wanted(2)];
    const files = await Promise.all([started(rows, form), started(rows, form), started(rows, form)]);
    expect(new Set(files.map(({ fileId }) => fileId)).size).toBe(1);
    expect(await rowsOf(files[0]!.fileId)).toHaveLength(1);
  });

  test("with the form of another file, or with other rows, is refused instead of being taken for the first", async () => {
    const form = { formId: randomUUID() };
    const rows = [
      wanted(2),
      wanted(3, { replaces: { userName: "スズキ　タロウ" } }),
      wanted(4, { leftOut: "refused", userName: "山田" }),
    ];
    const { fileId, input } = await started(rows, form);
    const again = (more: object) => startFile(ops, fileInput.parse({ ...input, ...more }));
    const used = { ok: false, error: { kind: "form_used" } };
    const [first, second, third] = rows;
    expect(await again({ digest: "b".repeat(64) })).toEqual(used);
    expect(await again({ rows: [{ ...first, userName: "ヤマダ　ジロウ" }, second, third] })).toEqual(used);
    expect(await again({ rows: [first, { ...second, replaces: null }, third] })).toEqual(used);
    expect(await again({ rows: [first, second, { ...third, leftOut: "by_hand" }] })).toEqual(used);
    expect(await again({ rows: [first, second, wanted(4)] })).toEqual(used);
    expect(await again({ rows: [first, second] })).toEqual(used);
    // Its second row is left out by its turn: no one is registered under that name.
    await work(fileId);
    expect(await again({})).toEqual({ ok: true, value: { fileId } });
    expect(await rowsOf(fileId)).toHaveLength(3);
  });

  test("registers no player twice: not by two concurrent jobs, and not who is registered under that name", async () => {
    const player = await registering(context);
    const { fileId, input } = await started([wanted(2), wanted(3, { playerId: player.playerId })]);
    const [row] = await rowsOf(fileId);
    await Promise.all(Array.from({ length: 5 }, () => registerRow(job, { rowId: row!.id })));
    await work(fileId);
    const one = eq(registrations.playerId, input.rows[0]!.playerId);
    expect(await context.db.$count(registrations, one)).toBe(1);
    const view = await getFile(ops, { fileId });
    expect(view!.rows[1]).toMatchObject({ leftOut: "registered_already", registration: null });
  });

  describe("with a player who is registered under another name", () => {
    const renamed = async (replaces: object | null) => {
      const { playerId } = await registering(context, { userName: "ヤマダ　タロウ" });
      const { fileId } = await started([wanted(2, { playerId, userName: "ヤマダ　ハナコ", replaces })]);
      await work(fileId);
      const view = await getFile(ops, { fileId });
      return { playerId, row: view!.rows[0]!, held: await registrationOf(context, playerId) };
    };

    test.each([
      ["without a confirmation", null],
      ["with a confirmation of another name than the registered one", { userName: "ヤマダ　ジロウ" }],
      ["with a confirmation of an unknown name", { userName: null }],
    ])("leaves the row out %s", async (_how, replaces) => {
      const { row, held } = await renamed(replaces);
      expect(row).toMatchObject({ leftOut: "other_name", registration: null });
      expect(held).toMatchObject({ userName: "ヤマダ　タロウ" });
    });

    test("replaces the name that the confirmation names, and says so in the audit log", async () => {
      const { playerId, row, held } = await renamed({ userName: "ヤマダ　タロウ" });
      expect(row).toMatchObject({ leftOut: null, registration: { userName: "ヤマダ　ハナコ" } });
      expect(held).toMatchObject({ userName: "ヤマダ　ハナコ" });
      const { rows } = await context.db.execute<{ detail: object }>(sql`
        select detail from audit_events where subject = ${playerId} and action = 'registration.requested'
        order by id desc limit 1`);
      expect(rows[0]?.detail).toEqual({ userName: "ヤマダ　ハナコ", before: "ヤマダ　タロウ" });
    });
  });

  test("registers another name than one that failed without a confirmation", async () => {
    const failed = await registering(context, { userName: "ヤマダ　タロ" });
    await context.db.update(registrations).set({ status: "FAILED" }).where(eq(registrations.id, failed.id));
    const { fileId } = await started([wanted(2, { playerId: failed.playerId, userName: "ヤマダ　タロウ" })]);
    await work(fileId);
    const view = await getFile(ops, { fileId });
    expect(view!.rows[0]).toMatchObject({ leftOut: null, registration: { userName: "ヤマダ　タロウ" } });
  });

  test("continues after a crash: overdue rows are scheduled again", async () => {
    const { fileId } = await started([wanted(2)]);
    await context.db.execute(sql`delete from graphile_worker._private_jobs`);
    const later = { ...job, now: () => new Date(context.clock.now.getTime() + 120_000) };
    await recoverImportRows(job);
    expect(await jobsOf(fileId)).toHaveLength(0);
    await recoverImportRows(later);
    expect(await jobsOf(fileId)).toHaveLength(1);
  });

  test("takes one worker after all other jobs for what is late, however many rows are", async () => {
    await started(Array.from({ length: 150 }, (_, at) => wanted(at + 2)));
    await context.db.execute(sql`delete from graphile_worker._private_jobs`);
    const late = (ms: number) => ({ ...job, now: () => new Date(context.clock.now.getTime() + 3_600_000 + ms) });
    await recoverImportRows(late(0));
    await recoverImportRows(late(0));
    const queue = expect.stringMatching(/^late-register-rows:sandbox:\d+$/);
    const first = await availableJobs(context.db, "register-row");
    expect(first).toEqual([{ queue, priority: 100, jobs: 100 }]);
    await killWorkerOf(context.db, "register-row");
    expect(await availableJobs(context.db, "register-row")).toEqual([]);
    await recoverImportRows(late(600_000));
    const next = await availableJobs(context.db, "register-row");
    expect(next).toEqual([{ queue, priority: 100, jobs: 100 }]);
    expect(next).not.toEqual(first);
  });

  test("stays as it was started", async () => {
    const { fileId } = await started([wanted(2)]);
    const change = context.db
      .update(registrationRows)
      .set({ userName: "ダレカ" })
      .where(eq(registrationRows.fileId, fileId));
    await expect(change).rejects.toMatchObject({ cause: { code: "23001" } });
  });

  test("is found again, with its results to take along", async () => {
    const { fileId, input } = await started([wanted(2)], { name: "september.csv" });
    await work(fileId);
    expect((await listFiles(ops, { anchor: undefined })).files.find((file) => file.fileId === fileId)).toMatchObject({
      name: "september.csv",
      rows: 1,
    });
    expect(await getResults(ops, { fileId, format: "csv" })).toContain(
      `2,${input.rows[0]!.playerId},ヤマダ　タロウ,pending,PENDING`,
    );
    expect(await getResults(ops, { fileId, format: "csv_text" })).toContain(
      `2,"=""${input.rows[0]!.playerId}""","=""ヤマダ　タロウ""",pending,"=""PENDING"""`,
    );
    expect(await getFile(ops, { fileId: randomUUID() })).toBeNull();
  });

  test("is counted and reached however many came after it", async () => {
    const { fileId } = await started([wanted(2)], { name: "first.csv" });
    const later = (seconds: number) => new Date(context.clock.now.getTime() + seconds * 1_000);
    for (let made = 1; made <= 51; made += 1) {
      const form = { formId: randomUUID(), name: "later.csv", digest: "b".repeat(64), rows: [wanted(2)] };
      await startFile({ ...ops, now: () => later(made) }, fileInput.parse(form));
    }
    const first = await listFiles(ops, { anchor: undefined });
    expect(first.count).toBe(await context.db.$count(registrationFiles));
    expect(first.files.every(({ name }) => name === "later.csv")).toBe(true);
    const second = await listFiles(ops, { anchor: { kind: "after", place: first.below! } });
    expect(second.files.map((file) => file.fileId)).toContain(fileId);
    expect(second.count).toBe(first.count);
  });

  test("says of a row that failed and was registered again that it was replaced, on its page and in its results", async () => {
    const { fileId, input } = await started([wanted(2)]);
    await work(fileId);
    const { playerId } = input.rows[0]!;
    await context.db.update(registrations).set({ status: "FAILED" }).where(eq(registrations.playerId, playerId));
    const registration = async () => (await getFile(ops, { fileId }))!.rows[0]!.registration;
    expect(await registration()).toMatchObject({ status: "FAILED", superseded: false });
    await registering(context, { playerId, userName: "ヤマダ　ハナコ" });
    expect(await registration()).toMatchObject({ status: "FAILED", superseded: true });
    expect(await getResults(ops, { fileId, format: "csv" })).toContain(`${playerId},ヤマダ　タロウ,replaced,FAILED`);
  });

  test("leaves as a file with a line in the audit log for each download, and only for who may export players", async () => {
    const { fileId } = await started([wanted(2), wanted(3, { leftOut: "by_hand" })]);
    const exported = and(eq(auditEvents.action, "players.exported"), eq(auditEvents.subject, fileId));
    for (const role of ["support", "approver", "viewer"] as const)
      await expect(getResults(await context.as(role), { fileId, format: "csv" })).rejects.toThrow(Forbidden);
    expect(await getResults(ops, { fileId: randomUUID(), format: "csv" })).toBeNull();
    expect(await context.db.$count(auditEvents, exported)).toBe(0);
    await getResults(ops, { fileId, format: "csv" });
    await getResults(await context.as("finance"), { fileId, format: "csv_text" });
    const lines = await context.db.select().from(auditEvents).where(exported).orderBy(auditEvents.id);
    expect(lines.map(({ actorName, detail }) => [actorName, detail])).toEqual([
      ["ops", { rows: 2, format: "csv" }],
      ["finance", { rows: 2, format: "csv_text" }],
    ]);
  });
});

test("the same file is known again", async () => {
  const bytes = new TextEncoder().encode("playerId,userName\np-1,ヤマダ\n");
  const first = await readPlayersFile(ops, { bytes });
  if (!first.ok) throw new Error(first.error.kind);
  expect(first.value.before).toBeNull();
  const { fileId } = await started([wanted(2)], { digest: first.value.digest });
  expect(await readPlayersFile(ops, { bytes })).toMatchObject({
    ok: true,
    value: { before: { fileId, startedBy: "ops" } },
  });
});

test("returns the newest registration of each of many players in one query", async () => {
  const [one, two] = [await registering(context), await registering(context)];
  const { rows } = await heldPlayers(ops, { playerIds: [one.playerId, two.playerId, "unknown"] });
  expect(rows.map(({ playerId }) => playerId).toSorted()).toEqual([one.playerId, two.playerId].toSorted());
});

test("returns a player by the exact ID, however many newer players have an ID that begins with it", async () => {
  const { playerId } = await registering(context);
  const later = new Date(context.clock.now.getTime() + 1_000);
  await context.db.insert(registrations).values(
    Array.from({ length: 60 }, (_, at) => ({
      ...{ environment: "sandbox" as const, playerId: `${playerId}${at}`, currency: "JPY" },
      ...{ createdAt: later, updatedAt: later },
    })),
  );
  const { rows } = await heldPlayers(ops, { playerIds: [playerId] });
  expect(rows).toMatchObject([{ playerId, userName: "ヤマダ　タロウ" }]);
});
