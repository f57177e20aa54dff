import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { batchFiles } from "@/drizzle/schema/batch-files";
import { editRow, uploadBatch } from "@/lib/batches/drafts";
import { getMapping, saveMapping } from "@/lib/batches/mappings";
import { batchFile } from "../../support/batch-rows";
import { batchOf, requestAsSeen } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function upload(bytes: Uint8Array, name = "payouts.csv") {
  const made = await uploadBatch(await context.as("ops"), { bytes, name, again: null });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return batchOf(context, made.value.batchId);
}

test("a 全銀 file is a draft whose names come from the directory, and is kept as it came", async () => {
  const bytes = new Uint8Array(readFileSync("tests/fixtures/zengin/zengin-sample-nonl.txt"));
  const batch = await upload(bytes, "furikomi.txt");
  expect(batch).toMatchObject({ format: "zengin", encoding: "Shift_JIS", mappingId: null });
  expect(
    batch.rows.map(({ line, terms, problems, marks }) => [line, terms?.destinationAccountName, problems, marks]),
  ).toEqual([
    [2, "ヤマダ　タロウ", null, { restored: [], converted: ["destinationAccountName", "playerId"] }],
    [3, undefined, { playerId: "required" }, { restored: [], converted: ["destinationAccountName"] }],
  ]);
  const [kept] = await context.db.select().from(batchFiles).where(eq(batchFiles.sha256, batch.fileSha256));
  expect(kept?.content.equals(bytes)).toBe(true);
});

test("what the file has wrong with a cell stays until a person has edited that cell", async () => {
  const batch = await upload(batchFile([{ destinationAccount: "=0123456", memo: "=1", amount: "7,001" }]));
  const [row] = batch.rows;
  if (!row) throw new Error("no row");
  expect(row).toMatchObject({ terms: null, problems: { destinationAccount: "formula", memo: "formula" } });
  expect(await requestAsSeen(context, batch.id)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
  const ops = await context.as("ops");
  const edit = { batchId: batch.id, line: row.line };
  const first = { ...row.fields, destinationAccount: "0123456" };
  await editRow(ops, { ...edit, fields: first });
  expect((await batchOf(context, batch.id)).rows[0]).toMatchObject({ terms: null, problems: { memo: "formula" } });
  await editRow(ops, { ...edit, fields: { ...first, memo: "" } });
  expect((await batchOf(context, batch.id)).rows[0]).toMatchObject({ problems: null, fileProblems: {} });
});

test("a file of another system is read by the newest mapping of its header, which a user saved", async () => {
  const header = ["Player", "Bank", "Branch", "Kind", "Number", "Holder", "Yen"];
  const bytes = (amount: number) =>
    new TextEncoder().encode(`${header.join(",")}\np-9,5,1,1,765432,ﾔﾏﾀﾞ ﾀﾛｳ,${amount}\n`);
  const ops = await context.as("ops");
  expect(await uploadBatch(ops, { bytes: bytes(1), name: "other.csv", again: null })).toMatchObject({
    error: { kind: "columns_missing", header },
  });
  const mapping = {
    ...{ playerId: { column: 0 }, destination: { column: 1 }, destinationBranchCode: { column: 2 } },
    ...{ destinationAccountType: { column: 3 }, destinationAccount: { column: 4 } },
    ...{ destinationAccountName: { column: 5 }, amount: { column: 6 } },
  };
  const whole = { ...mapping, currency: { text: "JPY" } };
  expect(await saveMapping(ops, { header, mapping })).toEqual({
    ok: false,
    error: { kind: "fields_unmapped", fields: "currency" },
  });
  expect(await saveMapping(ops, { header, mapping: { ...whole, memo: { column: 7 } } })).toEqual({
    ok: false,
    error: { kind: "no_such_column" },
  });
  const saved = await Promise.all([
    saveMapping(ops, { header, mapping: whole }),
    saveMapping(ops, { header, mapping: whole }),
  ]);
  expect(saved.map((one) => one.ok && one.value.version).sort()).toEqual([1, 2]);
  const first = await upload(bytes(1_001));
  expect(first).toMatchObject({
    format: "mapped",
    rows: [{ terms: { amount: "1001", destinationAccount: "0765432" } }],
  });
  expect(first.rows[0]?.marks).toEqual({
    restored: ["destination", "destinationBranchCode", "destinationAccount"],
    converted: ["destinationAccountName"],
  });
  await saveMapping(ops, { header, mapping: { ...whole, memo: { text: "bonus" } } });
  // A header is the same however wide or large it is written.
  const wide = { header: header.map((name) => ` ${name.toUpperCase()}`) };
  expect(await getMapping(ops, wide)).toMatchObject({ saved: { version: 3, mapping: { memo: { text: "bonus" } } } });
  expect((await upload(bytes(1_002))).mappingId).not.toBe(first.mappingId);
  const events = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "batch.mapping_saved"));
  expect(events.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ version: 3 }));
});
