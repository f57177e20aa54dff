import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { batchRows } from "@/drizzle/schema/batches";
import { editRow, excludeRows, uploadBatch } from "@/lib/batches/drafts";
import { resumeBatch } from "@/lib/batches/pause";
import { getBatch } from "@/lib/batches/queries";
import { readBatchFile } from "@/lib/batches/read-file";
import { exportBatchResults } from "@/lib/batches/results";
import { retryFailed } from "@/lib/batches/runs";
import { batchTemplate } from "@/lib/batches/template";
import { readGrid } from "@/lib/imports/read-grid";
import { batchOf, requestAsSeen, sendWhole } from "../../support/batches";
import type { TestContext } from "../../support/context";
import {
  bytesOf,
  csvText,
  gmoCells,
  OWN_HEADER,
  ownCells,
  type Payout,
  workbook,
  zenginRecords,
} from "../../support/payout-files";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;

beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterEach(() => service.behave());
afterAll(() => context.close());

let used = 0;
/** One that is paid, one that fails, one whose outcome is unknown: by the sandbox's account numbers. */
function threePayouts(): Payout[] {
  used += 10;
  return ["9100001", "9100005", "9300002"].map((account, at) => ({
    ...{
      playerId: `p-${used + at}`,
      bank: "0005",
      branch: "001",
      type: "1" as const,
      account,
      amount: 1_000 + used + at,
    },
    ...{ kana: "ﾔﾏﾀﾞ ﾀﾛｳ", name: "ヤマダ　タロウ" },
  }));
}

/** A refusal that names no field pauses a batch, be it before its other rows have become orders: it goes on. */
async function sendAll(batchId: string) {
  while ((await sendWhole(context, batchId)).state === "paused") {
    expect(await resumeBatch(await context.as("ops"), { batchId })).toMatchObject({ ok: true });
  }
}

/** Uploads a file, sends it whole, and waits until the service has said what became of the first two. */
async function paid(bytes: Uint8Array): Promise<string> {
  const made = await uploadBatch(await context.as("ops"), { bytes, name: "file" });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  const { batchId } = made.value;
  expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "sending" } });
  await sendAll(batchId);
  return batchId;
}
async function exported(batchId: string, kind: "results" | "original" | "failures", role: "ops" | "finance" = "ops") {
  const file = await exportBatchResults(await context.as(role), { batchId, kind });
  if (!file) throw new Error("no file");
  return { ...file, extension: file.name.split(".")[1] };
}

test("the delimited file comes back byte for byte, with results behind its rows in its own encoding", async () => {
  const text = csvText([OWN_HEADER, ...threePayouts().map(ownCells)], { quoted: true, end: "\r\n" });
  const batchId = await paid(bytesOf(text, "Shift_JIS"));
  const { body, extension } = await exported(batchId, "original");
  expect(extension).toBe("csv");
  const lines = new TextDecoder("Shift_JIS", { fatal: true }).decode(body).split("\r\n");
  const before = text.split("\r\n");
  expect(lines).toHaveLength(before.length);
  for (const [at, line] of lines.entries()) expect(line.startsWith(before[at] ?? "")).toBe(true);
  const added = lines.map((line, at) => line.slice(before[at]?.length).split(",").slice(1, 3));
  expect(added.slice(0, 4)).toEqual([
    ["結果", "outcome"],
    ["未確定", "in_progress"],
    ["未確定", "in_progress"],
    ["未確定", "unknown"],
  ]);
});

test("the results say 手続済 of paid orders alone, and are masked for those who see masks", async () => {
  const text = csvText([OWN_HEADER, ...threePayouts().map(ownCells)], { quoted: false, end: "\n" });
  const batchId = await paid(bytesOf(text, "UTF-8"));
  const { rows } = await batchOf(context, batchId);
  const lines = (await exported(batchId, "results")).body.toString("utf8").trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(`2,未確定,in_progress,${rows[0]?.referenceId}`);
  expect(lines[1]).toContain("9100001");
  const masked = (await exported(batchId, "results", "finance")).body.toString("utf8");
  expect(masked).not.toContain("9100001");
  expect(masked).not.toContain("ヤマダ");
  await expect(exported(batchId, "original", "finance")).rejects.toThrow();
  const found = await context.db
    .select({ detail: auditEvents.detail })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, "batch.results_exported"), eq(auditEvents.subject, batchId)));
  expect(found.map(({ detail }) => detail)).toEqual([
    { results: "results", rows: 3 },
    { results: "results", rows: 3 },
  ]);
});

test("the workbook comes back with its rows as texts and results behind them", async () => {
  const batchId = await paid(workbook({ rows: [OWN_HEADER, ...threePayouts().map(ownCells)] }));
  const file = await exported(batchId, "original");
  expect(file.extension).toBe("xlsx");
  const read = await readBatchFile(new Uint8Array(file.body));
  expect(read).toMatchObject({
    error: {
      kind: "columns_unknown",
      columns: "結果, outcome, referenceId, status, statusAt, orderAmount, changedFields",
    },
  });
});

test("the records of a 全銀 file come back byte for byte; those that failed are a file that can be paid again", async () => {
  await service.misbehave({ path: "/withdraw", times: 3, kind: "status", when: "before", status: 400 });
  const payouts = threePayouts();
  const bytes = bytesOf(zenginRecords(payouts).join(""), "Shift_JIS");
  const batchId = await paid(bytes);
  const original = await exported(batchId, "original");
  const lines = original.body.toString("latin1").split("\r\n");
  expect(lines.map((line) => line.slice(0, 120)).join("")).toBe(Buffer.from(bytes).toString("latin1"));
  const failures = await exported(batchId, "failures");
  expect(failures.extension).toBe("txt");
  const read = await readBatchFile(new Uint8Array(failures.body));
  expect(read.ok && read.value.rows.map(({ fields }) => [fields.destinationAccount, fields.amount])).toEqual(
    payouts.map(({ account, amount }) => [account, String(amount)]),
  );
  expect(failures.body.equals(Buffer.from(bytes))).toBe(true);
});

test.each(["delimited", "workbook", "zengin"] as const)(
  "a %s file says what was ordered of a row that was corrected, and which order has the place of a row that is not sent",
  async (format) => {
    const payouts = threePayouts();
    const cells = [OWN_HEADER, ...payouts.map(ownCells)];
    const bytes = {
      delimited: () => bytesOf(csvText(cells, { quoted: true, end: "\r\n" }), "UTF-8"),
      workbook: () => workbook({ rows: cells }),
      zengin: () => bytesOf(zenginRecords(payouts).join(""), "Shift_JIS"),
    }[format]();
    const ops = await context.as("ops");
    const made = await uploadBatch(ops, { bytes, name: "file" });
    const batchId = made.ok ? made.value.batchId : "";
    const fields = { amount: String(2_000 + used), destinationAccount: "9100007" };
    expect(await editRow(ops, { batchId, line: 2, fields })).toMatchObject({ ok: true });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "sending" } });
    const ofLine = (line: number) => and(eq(batchRows.batchId, batchId), eq(batchRows.line, line));
    await context.db.update(batchRows).set({ replacedBy: "batch-other-order" }).where(ofLine(4));
    await sendAll(batchId);
    const { body } = await exported(batchId, "original");
    const lines =
      format === "workbook"
        ? await readGrid(new Uint8Array(body)).then((read) =>
            read.ok ? read.value.rows.map(({ cells: all }) => all) : [],
          )
        : new TextDecoder(format === "zengin" ? "Shift_JIS" : "UTF-8")
            .decode(body)
            .split("\r\n")
            .map((line) => line.split(","));
    const added = lines.slice(1, 4).map((line) => line.slice((lines[1]?.length ?? 0) - 7));
    expect(added.map(([, , , , , amount = "", changed = ""]) => [amount, changed])).toEqual([
      [String(2_000 + used), "destinationAccount amount"],
      [String(payouts[1]?.amount), ""],
      ["", ""],
    ]);
    expect(added[2]?.slice(0, 3)).toEqual(["送信なし", "replaced", "batch-other-order"]);
    const results = (await exported(batchId, "results")).body.toString("utf8");
    expect(results).toContain("4,送信なし,replaced,batch-other-order,");
  },
);

test("a 全銀 file of failed rows has the player that a row has now, or is our CSV where that does not fit", async () => {
  const failed = async (fields: Record<string, string>) => {
    await service.misbehave({ path: "/withdraw", times: 1, kind: "status", when: "before", status: 400 });
    const [payout] = threePayouts();
    const bytes = bytesOf(zenginRecords(payout ? [payout] : []).join(""), "Shift_JIS");
    const ops = await context.as("ops");
    const made = await uploadBatch(ops, { bytes, name: "file" });
    const batchId = made.ok ? made.value.batchId : "";
    const edited = await editRow(ops, { batchId, line: 2, fields });
    expect(edited).toMatchObject({ ok: true });
    await requestAsSeen(context, batchId);
    await sendAll(batchId);
    const file = await exported(batchId, "failures");
    const read = await readBatchFile(new Uint8Array(file.body));
    const { playerId, memo } = (read.ok && read.value.rows[0]?.fields) || {};
    return [file.extension, playerId, memo];
  };
  expect(await failed({ playerId: "p-77001" })).toEqual(["txt", "p-77001", ""]);
  expect(await failed({ playerId: "player-77002" })).toEqual(["csv", "player-77002", ""]);
  expect(await failed({ memo: "June" })).toEqual(["csv", expect.stringMatching(/^p-/), "June"]);
  expect(await failed({ playerId: "0000" })).toEqual(["csv", "0000", ""]);
});

test("rows that a retry pays are in no file of failed rows, which would pay them again, and are not offered", async () => {
  await service.misbehave({ path: "/withdraw", times: 2, kind: "status", when: "before", status: 400 });
  const payouts = threePayouts().slice(0, 2);
  const text = csvText([OWN_HEADER, ...payouts.map(ownCells)], { quoted: true, end: "\r\n" });
  const batchId = await paid(bytesOf(text, "UTF-8"));
  const ops = await context.as("ops");
  const failed = async () => {
    const read = await readBatchFile(new Uint8Array((await exported(batchId, "failures")).body));
    return { retryable: (await getBatch(ops, { batchId }))?.retryable, rows: read.ok ? read.value.rows.length : 0 };
  };
  expect(await failed()).toEqual({ retryable: 2, rows: 2 });
  const made = await retryFailed(ops, { batchId });
  const retry = made.ok ? made.value.batchId : "";
  expect(await failed()).toEqual({ retryable: 0, rows: 0 });
  await excludeRows(ops, { batchId: retry, lines: [3], reason: "later" });
  await requestAsSeen(context, retry);
  await sendAll(retry);
  expect((await batchOf(context, retry)).state).toBe("sent");
  expect(await failed()).toEqual({ retryable: 1, rows: 1 });
});

test.each(["delimited", "workbook"] as const)(
  "the results of a retry of a %s file without a header have no names of columns behind its first payout",
  async (format) => {
    await service.misbehave({ path: "/withdraw", times: 2, kind: "status", when: "before", status: 400 });
    const rows = threePayouts().map(gmoCells);
    const text = csvText(rows, { quoted: true, end: "\r\n" });
    const bytes = format === "workbook" ? workbook({ rows }) : bytesOf(text, "UTF-8");
    const ops = await context.as("ops");
    const made = await uploadBatch(ops, { bytes, name: "file" });
    const batchId = made.ok ? made.value.batchId : "";
    await excludeRows(ops, { batchId, lines: [1], reason: "later" });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "sending" } });
    await sendAll(batchId);
    const retried = await retryFailed(ops, { batchId });
    const { body } = await exported(retried.ok ? retried.value.batchId : "", "original");
    const read = await readGrid(new Uint8Array(body));
    const cells = read.ok ? read.value.rows.map((row) => row.cells.slice(8).filter(Boolean)) : [];
    expect(cells.map(([said]) => said)).toEqual([undefined, "未送信", "未送信"]);
  },
);

test.each(["csv", "xlsx"] as const)(
  "the template as %s is a file of ours, whose example cannot be paid",
  async (format) => {
    const file = await batchTemplate(await context.as("ops"), { format });
    const read = await readBatchFile(new Uint8Array(file.body));
    expect(read).toMatchObject({ value: { format: "own", rows: [{ problems: {}, fields: { destination: "0000" } }] } });
    const draft = await uploadBatch(await context.as("ops"), {
      bytes: new Uint8Array(file.body),
      name: "t",
    });
    const batch = await batchOf(context, draft.ok ? draft.value.batchId : "");
    expect(batch.rows[0]?.problems).toMatchObject({ destination: "asTyped" });
  },
);
