import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { batchFiles } from "@/drizzle/schema/batch-files";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { decideBatch } from "@/lib/batches/approvals";
import type { ColumnMapping } from "@/lib/batches/column-mapping";
import { acceptTrailers, editRow, excludeRows, uploadBatch } from "@/lib/batches/drafts";
import { saveMapping } from "@/lib/batches/mappings";
import { getBatch } from "@/lib/batches/queries";
import { changeColumns, readAgain } from "@/lib/batches/read-again";
import { BATCH_FIELDS as OWN_COLUMNS } from "@/lib/batches/row";
import type { ReadAgainInput } from "@/lib/batches/schema";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { decidePayee, proposePayee } from "@/lib/payees/commands";
import { payeeInput } from "@/lib/payees/schema";
import { batchFile } from "../../support/batch-rows";
import { batchOf, requestAsSeen, sendWhole } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedPayee } from "../../support/forms";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function upload(bytes: Uint8Array, name = "payouts.csv") {
  const made = await uploadBatch(await context.as("ops"), { bytes, name });
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

describe("a trailer that differs from the data", () => {
  const sample = new Uint8Array(readFileSync("docs/samples/bad/zengin-wrong-sum.txt"));

  test("keeps the file from being requested until a user says why, which the approver reads", async () => {
    const batch = await upload(sample, "furikomi.txt");
    const ops = await context.as("ops");
    const differing = { line: 5, stated: { count: 3, amount: "170001" }, counted: { count: 3, amount: "170000" } };
    expect(await getBatch(ops, { batchId: batch.id })).toMatchObject({
      trailers: { stated: differing.stated, counted: differing.counted, differing: [differing] },
      trailersAccepted: null,
    });
    expect(await requestAsSeen(context, batch.id)).toEqual({ ok: false, error: { kind: "trailers_differ" } });
    const reason = "the bank's tool rounds";
    expect(await acceptTrailers(ops, { batchId: batch.id, reason })).toEqual({ ok: true, value: null });
    expect(await requestAsSeen(context, batch.id)).toMatchObject({ ok: true });
    const seen = await getBatch(await context.as("approver"), { batchId: batch.id });
    expect(seen).toMatchObject({ trailersAccepted: { by: "ops", reason }, trailers: { differing: [differing] } });
    const [event] = await context.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, "batch.trailers_accepted"));
    expect(event?.detail).toMatchObject({ reason, trailers: [differing] });
    expect(await acceptTrailers(ops, { batchId: batch.id, reason })).toEqual({
      ok: false,
      error: { kind: "not_draft" },
    });
  });
});

describe("a draft's file, read in another encoding", () => {
  const CELLS = OWN_COLUMNS.join(",");
  /** A memo that is text in both encodings, as ASCII is and `ﾃｱ` in Shift_JIS, and a player of its own. */
  const text = (player: string, memo: number[]) =>
    Uint8Array.from([
      ...Buffer.from(`${CELLS}\r\n`),
      ...Buffer.from(`${player}a,0005,,001,,1,0123401,A,7001,JPY,`),
      ...Buffer.from("\r\n"),
      ...Buffer.from(`${player}b,0005,,001,,1,0123402,A,7002,JPY,`),
      ...memo,
      ...Buffer.from("\r\n"),
    ]);
  const readAs = async (batchId: string, encoding: TextEncoding, dropsEdits: ReadAgainInput["dropsEdits"] = null) =>
    readAgain(await context.as("ops"), { batchId, encoding, dropsEdits });
  const uploadAs = async (bytes: Uint8Array, encoding: TextEncoding) => {
    const made = await uploadBatch(await context.as("ops"), { bytes, name: "memo.csv", encoding });
    if (!made.ok) throw new Error(made.error.kind);
    return batchOf(context, made.value.batchId);
  };
  const KANA = [0xc3, 0xb1];

  test("keeps what was changed in rows that are the same, and asks before it loses the rest", async () => {
    const { id: batchId, rows } = await uploadAs(text("p-enc-1", KANA), "UTF-8");
    expect(rows.map(({ fields }) => fields.memo)).toEqual(["", "ñ"]);
    const ops = await context.as("ops");
    await editRow(ops, { batchId, line: 2, fields: { amount: "7,111" } });
    expect(await readAs(batchId, "Shift_JIS")).toEqual({ ok: true, value: { excluded: 0 } });
    const read = await batchOf(context, batchId);
    expect(read.encoding).toBe("Shift_JIS");
    expect(read.rows.map(({ fields }) => [fields.amount, fields.memo])).toEqual([
      ["7,111", ""],
      ["7002", "ﾃｱ"],
    ]);
    expect(read.rows.map(({ referenceId }) => referenceId)).toEqual(rows.map(({ referenceId }) => referenceId));

    await editRow(ops, { batchId, line: 3, fields: { amount: "7,112" } });
    await excludeRows(ops, { batchId, lines: [3], reason: "not ours" });
    const { edits } = await batchOf(context, batchId);
    const lost = (of: { lines: number[]; edits: number }) => ({ ok: false, error: { kind: "edits_lost", ...of } });
    expect(await readAs(batchId, "UTF-8")).toEqual(lost({ lines: [3], edits }));
    // A change since the question is another question, even in a row that it was about.
    await editRow(ops, { batchId, line: 3, fields: { amount: "7,113" } });
    expect(await readAs(batchId, "UTF-8", { edits, lines: [3] })).toEqual(lost({ lines: [3], edits: edits + 1 }));
    expect((await batchOf(context, batchId)).encoding).toBe("Shift_JIS");
    expect(await readAs(batchId, "UTF-8", { edits: edits + 1, lines: [3] })).toEqual({
      ok: true,
      value: { excluded: 1 },
    });
    const last = await batchOf(context, batchId);
    expect(last.rows.map(({ fields, excludedReason }) => [fields.amount, fields.memo, excludedReason])).toEqual([
      ["7,111", "", null],
      // Its change is lost; that it is not to be paid is not.
      ["7002", "ñ", "not ours"],
    ]);
    const events = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "batch.read_again"));
    expect(events.map(({ detail }) => detail)).toContainEqual({
      from: "Shift_JIS",
      encoding: "UTF-8",
      rows: 2,
      kept: 1,
      lost: [3],
      excluded: 1,
    });
  });

  test("changes nothing where the file is no such text, or the batch no draft", async () => {
    const { id: batchId, rows } = await uploadAs(text("p-enc-2", [0xe9, 0x80]), "Shift_JIS");
    await editRow(await context.as("ops"), { batchId, line: 3, fields: { memo: "kept" } });
    const problems = { "UTF-8": "not_text", "UTF-8 BOM": "no_byte_order_mark" } as const;
    for (const [encoding, kind] of Object.entries(problems) as [TextEncoding, string][]) {
      expect(await readAs(batchId, encoding)).toEqual({
        ok: false,
        error: { kind: "unreadable", problem: { kind } },
      });
    }
    const same = await batchOf(context, batchId);
    expect(same.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(same.rows[1]?.fields.memo).toBe("kept");
    await requestAsSeen(context, batchId);
    expect(await readAs(batchId, "UTF-16LE")).toEqual({ ok: false, error: { kind: "not_draft" } });
  });
});

test("a bank that the directory lacks is paid where the payee book has this very account, by the names of the book", async () => {
  const ops = await context.as("ops");
  const unlisted = { destination: "9998", destinationBranchCode: "123", destinationAccount: "7654321" };
  const names = { destinationName: "あおば信用金庫", destinationBranchName: "中央支店" };
  const payee = payeeInput.parse(typedPayee({ ...unlisted, ...names, bankAsTyped: "yes", branchAsTyped: "yes" }));
  const made = await proposePayee(ops, payee);
  const payeeId = made.ok ? made.value.payeeId : "";
  const rowsIn = (player: string) => [
    { ...unlisted, playerId: player, amount: "7" },
    { ...unlisted, ...names, playerId: player, amount: "8" },
    { ...unlisted, destinationName: "別の銀行", playerId: player, amount: "9" },
    { ...unlisted, destinationAccount: "7654322", playerId: player, amount: "10" },
    { ...unlisted, destinationAccountName: "ベツジン　ハナ", playerId: player, amount: "11" },
  ];
  const problemsOf = async (player: string) =>
    (await upload(batchFile(rowsIn(player)))).rows.map((row) => row.problems);
  const open = { destination: "asTyped" };
  expect(await problemsOf("p-waits")).toEqual([open, open, open, open, open]);
  const decided = await decidePayee(await context.as("admin"), { payeeId, version: 1, decision: "approved" });
  expect(decided).toMatchObject({ ok: true });
  expect(await problemsOf("p-held")).toEqual([null, null, open, open, open]);
  const batch = await upload(batchFile(rowsIn("p-terms")));
  expect(batch.rows[0]).toMatchObject({ payeeId, payeeVersion: 1, terms: names });
  // As with one from the form, the page of its order says that the directory lacks the bank.
  await excludeRows(ops, { batchId: batch.id, lines: batch.rows.slice(1).map(({ line }) => line), reason: "test" });
  expect(await requestAsSeen(context, batch.id)).toMatchObject({ ok: true });
  const digest = (await batchOf(context, batch.id)).root ?? "";
  await decideBatch(await context.as("approver"), { batchId: batch.id, decision: "approved", digest });
  await sendWhole(context, batch.id);
  const [sent] = (await batchOf(context, batch.id)).rows;
  const intent = eq(withdrawals.transactionRow, sent?.transactionRow ?? "");
  expect(await context.db.select({ warnings: withdrawals.warnings }).from(withdrawals).where(intent)).toEqual([
    { warnings: ["bank_unknown"] },
  ]);
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

test("a holder that is typed into a row is kept as it is paid, and the row says that it was converted", async () => {
  const batch = await upload(batchFile([{ amount: "7,002" }]));
  const [ops, line] = [await context.as("ops"), batch.rows[0]?.line ?? 0];
  const typed = async (destinationAccountName: string) => {
    await editRow(ops, { batchId: batch.id, line, fields: { destinationAccountName } });
    const [row] = (await batchOf(context, batch.id)).rows;
    return [row?.fields.destinationAccountName, row?.marks.converted];
  };
  expect(await typed("カ）さくらしょうてん")).toEqual(["カ）サクラショウテン", ["destinationAccountName"]]);
  expect(await typed("カ）アオバ")).toEqual(["カ）アオバ", []]);
  expect(await typed("（株）アオバ")).toEqual(["（株）アオバ", []]);
  expect(await typed("青葉")).toEqual(["青葉", []]);
});

test("a file of another system is read by the newest mapping of its header, which a user saved", async () => {
  const header = ["Player", "Bank", "Branch", "Kind", "Number", "Holder", "Yen"];
  const bytes = (amount: number, names = header) =>
    new TextEncoder().encode(`${names.join(",")}\np-9,5,1,1,765432,ﾔﾏﾀﾞ ﾀﾛｳ,${amount}\n`);
  const ops = await context.as("ops");
  expect(await uploadBatch(ops, { bytes: bytes(1), name: "other.csv" })).toMatchObject({
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
  // Two presses are one version.
  expect(saved.map((one) => one.ok && one.value.version)).toEqual([1, 1]);
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
  const wide = header.map((name) => ` ${name.toUpperCase()}`);
  const second = await upload(bytes(1_002, wide));
  expect(second).toMatchObject({ rows: [{ fields: { memo: "bonus" }, terms: { amount: "1002" } }] });
  expect(second.mappingId).not.toBe(first.mappingId);
  const events = await context.db.select().from(auditEvents).where(eq(auditEvents.action, "batch.mapping_saved"));
  expect(events.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ version: 2 }));
});

describe("columns that were chosen wrongly", () => {
  const HEADER = ["Player", "Bank", "Branch", "Kind", "Number", "Holder", "Fee", "Yen", "Note"];
  const WRONG: ColumnMapping = {
    ...{ playerId: { column: 0 }, destination: { column: 1 }, destinationBranchCode: { column: 2 } },
    ...{ destinationAccountType: { column: 3 }, destinationAccount: { column: 4 } },
    ...{ destinationAccountName: { column: 5 }, amount: { column: 6 }, currency: { text: "JPY" } },
  };
  const RIGHT: ColumnMapping = { ...WRONG, amount: { column: 7 } };
  /** A system of its own for each test: its first column has another name. */
  const fileOf = (system: string, amounts: number[]) => {
    const header = [`Player ${system}`, ...HEADER.slice(1)];
    const rows = amounts.map((yen, at) => `${system}-${at},0005,001,1,98000${yen % 100},ﾔﾏﾀﾞ ﾀﾛｳ,330,${yen},`);
    return { header, bytes: new TextEncoder().encode([header.join(","), ...rows].join("\n")) };
  };
  const amountsOf = async (batchId: string) =>
    (await batchOf(context, batchId)).rows.map(({ fields }) => fields.amount);

  test("are changed in the draft: its file is read again, and the next files are read by them", async () => {
    const { header, bytes } = fileOf("c1", [8_011, 8_012]);
    const [ops, admin] = [await context.as("ops"), await context.as("admin")];
    await saveMapping(ops, { header, mapping: WRONG });
    const { id: batchId, mappingId, edits } = await upload(bytes);
    expect(await amountsOf(batchId)).toEqual(["330", "330"]);
    expect(await getBatch(ops, { batchId })).toMatchObject({
      columns: { header, mapping: WRONG, by: "ops", newer: null },
    });

    const change = { batchId, mapping: RIGHT, dropsEdits: null };
    expect(await changeColumns(admin, change)).toEqual({ ok: true, value: { excluded: 0 } });
    expect(await amountsOf(batchId)).toEqual(["8011", "8012"]);
    const read = await batchOf(context, batchId);
    expect(read.edits).toBeGreaterThan(edits);
    expect(read.mappingId).not.toBe(mappingId);
    expect(read.rows[0]).toMatchObject({ terms: { amount: "8011" }, problems: null });
    expect(await getBatch(ops, { batchId })).toMatchObject({ columns: { mapping: RIGHT, by: "admin", newer: null } });
    const next = await upload(fileOf("c1", [8_013]).bytes);
    expect(next.rows.map(({ fields }) => fields.amount)).toEqual(["8013"]);
    const events = await context.db.select().from(auditEvents).where(eq(auditEvents.subject, batchId));
    expect(events.map(({ action, detail }) => ({ action, ...detail }))).toContainEqual({
      ...{ action: "batch.columns_changed", from: 1, version: 2, rows: 2, kept: 0, lost: [], excluded: 0 },
    });
    await requestAsSeen(context, batchId);
    expect(await changeColumns(ops, change)).toEqual({ ok: false, error: { kind: "not_draft" } });
  });

  test("take along what was changed in rows that read the same, and ask before the rest is lost", async () => {
    const { header, bytes } = fileOf("c2", [8_021, 330, 8_022]);
    const ops = await context.as("ops");
    await saveMapping(ops, { header, mapping: WRONG });
    const { id: batchId } = await upload(bytes);
    await editRow(ops, { batchId, line: 2, fields: { amount: "8,020" } });
    await excludeRows(ops, { batchId, lines: [3, 4], reason: "not ours" });
    const change = { batchId, mapping: RIGHT, dropsEdits: null };
    const asked = await changeColumns(ops, change);
    expect(asked).toMatchObject({ error: { kind: "edits_lost", lines: [2] } });
    // Another user corrects a row while the question is open: nothing of that is lost before it is asked about.
    await editRow(await context.as("admin"), { batchId, line: 4, fields: { amount: "8,022" } });
    const agreed = { ...change, dropsEdits: asked.ok || asked.error.kind !== "edits_lost" ? null : asked.error };
    const { edits } = await batchOf(context, batchId);
    const error = { kind: "edits_lost", lines: [2, 4], edits };
    expect(await changeColumns(ops, agreed)).toEqual({ ok: false, error });
    expect(await amountsOf(batchId)).toEqual(["8,020", "330", "8,022"]);
    expect(await getBatch(ops, { batchId })).toMatchObject({ columns: { mapping: WRONG, newer: null } });
    expect(await changeColumns(ops, { ...change, dropsEdits: error })).toEqual({ ok: true, value: { excluded: 2 } });
    const { rows } = await batchOf(context, batchId);
    expect(rows.map(({ fields, excludedReason }) => [fields.amount, excludedReason])).toEqual([
      ["8021", null],
      ["330", "not ours"],
      ["8022", "not ours"],
    ]);
  });

  test("leave a draft of before as it is, which says that others were saved since", async () => {
    const { header, bytes } = fileOf("c3", [8_031]);
    const [ops, admin] = [await context.as("ops"), await context.as("admin")];
    await saveMapping(ops, { header, mapping: WRONG });
    const { id: batchId } = await upload(bytes);
    await saveMapping(admin, { header, mapping: RIGHT });
    expect(await amountsOf(batchId)).toEqual(["330"]);
    const view = await getBatch(ops, { batchId });
    expect(view?.columns).toMatchObject({ mapping: WRONG, by: "ops", newer: { mapping: RIGHT, by: "admin" } });
    const { mapping } = view?.columns?.newer ?? { mapping: {} };
    expect(await changeColumns(ops, { batchId, mapping, dropsEdits: null })).toMatchObject({ ok: true });
    expect(await getBatch(ops, { batchId })).toMatchObject({ columns: { mapping: RIGHT, by: "admin", newer: null } });
  });

  test("that are saved while another encoding is asked about lose no change that the question did not name", async () => {
    const { header } = fileOf("c5", []);
    // The memo reads otherwise in each encoding; of the first row, the newer columns alone do.
    const bytes = Uint8Array.from([
      ...Buffer.from(`${header.join(",")}\nc5-0,0005,001,1,980001,A,330,8051,`),
      ...Buffer.from("\nc5-1,0005,001,1,980002,A,330,8052,"),
      ...[0xc3, 0xb1],
    ]);
    const ops = await context.as("ops");
    await saveMapping(ops, { header, mapping: { ...WRONG, memo: { column: 8 } } });
    const made = await uploadBatch(ops, { bytes, name: "memo.csv", encoding: "UTF-8" });
    if (!made.ok) throw new Error(made.error.kind);
    const { batchId } = made.value;
    for (const line of [2, 3]) await editRow(ops, { batchId, line, fields: { playerId: `c5-right-${line}` } });
    const asked = { batchId, encoding: "Shift_JIS" as const };
    const { edits } = await batchOf(context, batchId);
    const first = { kind: "edits_lost" as const, lines: [3], edits };
    expect(await readAgain(ops, { ...asked, dropsEdits: null })).toEqual({ ok: false, error: first });
    await saveMapping(await context.as("admin"), { header, mapping: { ...RIGHT, memo: { column: 8 } } });
    const second = { ...first, lines: [2, 3] };
    expect(await readAgain(ops, { ...asked, dropsEdits: first })).toEqual({ ok: false, error: second });
    expect((await batchOf(context, batchId)).rows[0]?.fields.playerId).toBe("c5-right-2");
    expect(await readAgain(ops, { ...asked, dropsEdits: second })).toMatchObject({ ok: true });
    expect(await amountsOf(batchId)).toEqual(["8051", "8052"]);
  });

  test("are refused where a field has none, or the file has none to choose", async () => {
    const { header, bytes } = fileOf("c4", [8_041]);
    const ops = await context.as("ops");
    await saveMapping(ops, { header, mapping: WRONG });
    const { id: batchId } = await upload(bytes);
    const refusal = async (id: string, mapping: ColumnMapping) => {
      const answer = await changeColumns(ops, { batchId: id, mapping, dropsEdits: null });
      return answer.ok ? null : answer.error.kind;
    };
    const { amount: _amount, ...unmapped } = WRONG;
    expect(await refusal(batchId, unmapped)).toBe("fields_unmapped");
    expect(await refusal(batchId, { ...WRONG, memo: { column: 9 } })).toBe("no_such_column");
    const own = await upload(batchFile([{ amount: "8,042" }]));
    expect(await getBatch(ops, { batchId: own.id })).toMatchObject({ columns: null });
    expect(await refusal(own.id, RIGHT)).toBe("no_columns");
  });
});
