import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import { blockPayee, decidePayee, proposePayee } from "@/lib/payees/commands";
import { decidePayeeImport, proposePayeeFile, takeBackPayeeImport } from "@/lib/payees/file-import/commands";
import { getPayeeImport, previewPayeeFile } from "@/lib/payees/file-import/queries";
import { payeeInput } from "@/lib/payees/schema";
import { listPayeesForMe } from "@/lib/payees/undecided";
import { openTestContext, type TestContext } from "../../support/context";
import { typedPayee } from "../../support/forms";
import { approvedPayee } from "../../support/payees";

let context: TestContext | null = null;
let ops: Ctx;
let approver: Ctx;
beforeEach(async () => {
  await context?.close();
  context = await openTestContext();
  [ops, approver] = [await context.as("ops"), await context.as("approver")];
});
afterAll(() => context?.close());

const approved = async (more: Parameters<typeof typedPayee>[0] = {}) =>
  (await approvedPayee([ops, approver], more)).payeeId;

const HEADER = "金融機関コード,支店コード,預金種目,口座番号,口座名義,プレイヤーID,表示名";
const fileOf = (...lines: string[]) => new TextEncoder().encode([HEADER, ...lines].join("\r\n"));
const SAME = "0005,001,普通,0123456,ヤマダ　タロウ,,";
const NEW = "0001,001,普通,7654321,サトウ　ハナコ,p-9,Landlord";

async function proposed(by: Ctx, bytes: Uint8Array) {
  const made = await proposePayeeFile(by, { bytes, name: "payees.csv" });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}

describe("a file of payees", () => {
  test("shows what each line adds, changes, leaves or cannot do, and keeps nothing until it is proposed", async () => {
    const payeeId = await approved();
    const lines = [
      SAME,
      NEW,
      NEW,
      "5,1,当座,1111111,スズキ　イチロウ,,",
      "0005,001,普通,2222222,山田,,",
      "0005,001,普通,1.9E+18,ア,,",
    ];
    const read = await previewPayeeFile(ops, { bytes: fileOf(...lines) });
    const outcomes =
      read.ok && read.value.lines.map(({ line, outcome, problems }) => [line, outcome, problems[0]?.code]);
    expect(outcomes).toEqual([
      ...[
        [2, "same", undefined],
        [3, "add", undefined],
        [4, "twice", undefined],
        [5, "add", undefined],
      ],
      ...[
        [6, "problem", "accountName"],
        [7, "problem", "unclear"],
      ],
    ]);
    expect(await ops.db.$count(payees)).toBe(1);
    const changed = await previewPayeeFile(ops, { bytes: fileOf("0005,001,普通,123456,サトウ　ハナコ,,") });
    expect(changed).toMatchObject({
      value: { lines: [{ outcome: "change", payeeId, changed: ["destinationAccountName"] }] },
    });
  });

  test("names the cell that is wrong and what would be right there, beside the line as it was read", async () => {
    const holder = "destinationAccountName";
    const lines = async (...read: string[]) => {
      const preview = await previewPayeeFile(ops, { bytes: fileOf(...read) });
      return preview.ok ? preview.value.lines : [];
    };
    // As banks write ー.
    expect(await lines("5,1,普通,1111111,ｻﾄ- ﾊﾅｺ,,")).toMatchObject([
      { outcome: "add", holder: "サトー　ハナコ", bank: expect.stringMatching(/^0005 .+ 001 .+/), problems: [] },
    ]);
    const typed = await lines(
      "5,1,普通,1111111,株式会社アオバ,,",
      "0005,001,普通,1111112,,,",
      ",001,普通,1111113,サトウ　ハナコ,,",
    );
    expect(typed).toMatchObject([
      {
        ...{ outcome: "problem", holder: "株式会社アオバ", bank: "0005 001", type: "1", account: "1111111" },
        problems: [{ field: holder, code: "nameUnconfirmed", proposal: "カ）アオバ" }],
      },
      { holder: "", account: "1111112", problems: [{ field: holder, code: "required" }] },
      { account: "1111113" },
    ]);
    expect(typed[2]?.problems).toContainEqual({ field: "destination", code: "required" });
    const named = new TextEncoder().encode(
      "destination,destinationName,destinationBranchCode,destinationAccount,destinationAccountName\n" +
        "0005,別の銀行,001,1111114,サトウ　ハナコ",
    );
    expect(await previewPayeeFile(ops, { bytes: named })).toMatchObject({
      value: { lines: [{ outcome: "problem", problems: [{ field: "destinationName", code: "asTyped" }] }] },
    });
  });

  test("adds and changes by one decision of a second person, and deletes nothing", async () => {
    const [kept, changed] = [await approved({ label: "Rent" }), await approved({ destinationAccount: "7777777" })];
    const bytes = fileOf(SAME, NEW, "0005,001,普通,7777777,サトウ　ハナコ,,");
    const { importId, proposed: count } = await proposed(ops, bytes);
    expect(count).toBe(2);
    expect(await getPayeeImport(ops, { importId })).toMatchObject({ open: 2, isOwn: true, name: "payees.csv" });
    expect(await listPayeesForMe(approver)).toMatchObject([{ kind: "payee_import", id: importId, to: "payees.csv" }]);
    expect(await decidePayeeImport(approver, { importId, decision: "approved" })).toEqual({
      ok: true,
      value: { decided: 2 },
    });
    expect(await listPayeesForMe(approver)).toEqual([]);
    const rows = await ops.db.select().from(payees);
    expect(rows.find(({ id }) => id === kept)).toMatchObject({ version: 1, waiting: null });
    expect(rows.find(({ id }) => id === changed)).toMatchObject({ version: 2, waiting: null });
    expect(rows).toHaveLength(3);
    const [version] = await ops.db.select().from(payeeVersions).where(eq(payeeVersions.payeeId, kept));
    expect(version?.label).toBe("Rent");
    const lines = await ops.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subject, changed))
      .orderBy(auditEvents.id);
    expect(lines.map(({ action }) => action).slice(-2)).toEqual(["payee.proposed", "payee.approved"]);
  });

  test("keeps by an empty cell what the book says: names as they were confirmed, the account type and the passbook", async () => {
    const named = await approved({ destinationBranchName: "丸の内支店", branchAsTyped: "yes" });
    const current = await approved({ destinationAccount: "7777777", destinationAccountType: "2" });
    const passbook = { yuchoSymbol: "14030", yuchoNumber: "12345671", yuchoSavings: "no" } as const;
    const account = {
      destinationBranchCode: "408",
      destinationAccountType: "1",
      destinationAccount: "1234567",
    } as const;
    const yucho = { destination: "9900", destinationName: "ゆうちょ銀行", destinationBranchName: "四〇八" };
    const savings = await approved({ ...yucho, ...account, ...passbook });
    const holder = "サトウ　ハナコ";
    const bytes = fileOf(
      `0005,001,,0123456,${holder},,`,
      `0005,001,,7777777,${holder},,`,
      `9900,408,,1234567,${holder},,`,
    );
    const read = await previewPayeeFile(ops, { bytes });
    expect(read.ok && read.value.lines.map(({ payeeId, changed }) => [payeeId, changed])).toEqual(
      [named, current, savings].map((payeeId) => [payeeId, ["destinationAccountName"]]),
    );
    const { importId } = await proposed(ops, bytes);
    await decidePayeeImport(approver, { importId, decision: "approved" });
    const versions = await ops.db.select().from(payeeVersions).where(eq(payeeVersions.version, 2));
    const of = (payeeId: string) => versions.find((one) => one.payeeId === payeeId);
    expect(of(named)).toMatchObject({ destinationBranchName: "丸の内支店", warnings: ["branch_name_as_typed"] });
    expect(of(current)).toMatchObject({ destinationAccountType: "2" });
    expect(of(savings)).toMatchObject({ yuchoSymbol: "14030", yuchoNumber: "12345671" });
  });

  test.each(["123-4567", "123ー4567", "１２３ー４５６７"])(
    "knows an account by its number typed as %s",
    async (typed) => {
      const payeeId = await approved({ destinationAccount: "1234567" });
      const bytes = fileOf(`0005,001,普通,${typed},サトウ　ハナコ,,`);
      const read = await previewPayeeFile(ops, { bytes });
      expect(read).toMatchObject({ value: { lines: [{ outcome: "change", payeeId }] } });
      expect(await proposed(ops, bytes)).toMatchObject({ proposed: 1 });
    },
  );

  test("leaves out the account of a blocked payee that was never approved, and says which payee that is", async () => {
    const made = await proposePayee(ops, payeeInput.parse(typedPayee()));
    if (!made.ok) throw new Error(made.error.kind);
    const { payeeId } = made.value;
    await decidePayee(approver, { ...made.value, decision: "rejected", reason: "another holder" });
    await blockPayee(ops, { payeeId, reason: "another holder" });
    const bytes = fileOf("0005,001,,0123456,サトウ　ハナコ,,", NEW);
    expect(await previewPayeeFile(ops, { bytes })).toMatchObject({
      value: { lines: [{ outcome: "blocked", payeeId }, { outcome: "add" }], counts: { blocked: 1 } },
    });
    expect(await proposed(ops, bytes)).toMatchObject({ proposed: 1 });
  });

  test("changes a payee whose account another one has, too, that was blocked later and never approved", async () => {
    const made = await proposePayee(ops, payeeInput.parse(typedPayee()));
    if (!made.ok) throw new Error(made.error.kind);
    await decidePayee(approver, { ...made.value, decision: "rejected", reason: "another holder" });
    await approved();
    await blockPayee(ops, { payeeId: made.value.payeeId, reason: "another holder" });
    const bytes = fileOf("0005,001,普通,0123456,サトウ　ハナコ,,", NEW);
    expect(await proposed(ops, bytes)).toMatchObject({ proposed: 2 });
  });

  test("is never approved by its proposer, and a proposal that was decided alone stays decided", async () => {
    const admin = await (context as TestContext).as("admin");
    const { importId } = await proposed(admin, fileOf(NEW, "0005,001,普通,7777777,ヤマダ　タロウ,,"));
    const own = await decidePayeeImport(admin, { importId, decision: "approved" });
    expect(own).toEqual({ ok: false, error: { kind: "own_proposal" } });
    const [first] = (await getPayeeImport(ops, { importId }))?.rows ?? [];
    if (!first) throw new Error("no row");
    await decidePayee(approver, { ...first, decision: "rejected", reason: "no" });
    expect(await decidePayeeImport(approver, { importId, decision: "approved" })).toMatchObject({
      value: { decided: 1 },
    });
    const view = await getPayeeImport(ops, { importId });
    expect(view?.rows.map(({ decision }) => decision).toSorted()).toEqual(["approved", "rejected"]);
    expect(await decidePayeeImport(approver, { importId, decision: "approved" })).toMatchObject({
      error: { kind: "not_open" },
    });
  });

  test("is withdrawn as a whole by its proposer alone, but for what was decided before", async () => {
    const { importId } = await proposed(ops, fileOf(NEW, "0005,001,普通,7777777,ヤマダ　タロウ,,"));
    const admin = await (context as TestContext).as("admin");
    const foreign = await takeBackPayeeImport(admin, { importId });
    expect(foreign).toEqual({ ok: false, error: { kind: "not_your_proposal" } });
    const [first] = (await getPayeeImport(ops, { importId }))?.rows ?? [];
    if (!first) throw new Error("no row");
    await decidePayee(approver, { ...first, decision: "approved" });
    expect(await takeBackPayeeImport(ops, { importId })).toEqual({ ok: true, value: { withdrawn: 1 } });
    const view = await getPayeeImport(ops, { importId });
    expect(view?.rows.map(({ decision }) => decision).toSorted()).toEqual(["approved", "withdrawn"]);
    expect(view?.open).toBe(0);
    expect(await listPayeesForMe(approver)).toEqual([]);
    expect(await takeBackPayeeImport(ops, { importId })).toEqual({ ok: false, error: { kind: "not_open" } });
  });

  test("that says nothing new proposes nothing, and the same one twice in the same moment is proposed once", async () => {
    await approved();
    const nothing = await proposePayeeFile(ops, { bytes: fileOf(SAME), name: "same.csv" });
    expect(nothing).toEqual({ ok: false, error: { kind: "nothing_new" } });
    const both = await Promise.all(
      [ops, ops].map((by) => proposePayeeFile(by, { bytes: fileOf(NEW), name: "new.csv" })),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("that cannot be read says why, and is read in the encoding that is chosen", async () => {
    // ﾃｱ in Shift_JIS, and ñ in UTF-8.
    const names = "destination,destinationBranchCode,destinationAccount,destinationAccountName";
    const bytes = Buffer.concat([Buffer.from(`${names}\n0001,001,7654321,`), Buffer.from([0xc3, 0xb1])]);
    const unclear = { ok: false, error: { kind: "encoding_unclear" } };
    expect(await previewPayeeFile(ops, { bytes })).toEqual(unclear);
    expect(await proposePayeeFile(ops, { bytes, name: "kana.csv" })).toEqual(unclear);
    const chosen = { bytes, encoding: "Shift_JIS" as const };
    expect(await previewPayeeFile(ops, chosen)).toMatchObject({
      value: { lines: [{ outcome: "add", holder: "テア" }] },
    });
    expect(await proposePayeeFile(ops, { ...chosen, name: "kana.csv" })).toMatchObject({ value: { proposed: 1 } });
    const long = fileOf(...Array.from({ length: 1_001 }, () => NEW));
    expect(await previewPayeeFile(ops, { bytes: long })).toEqual({
      ok: false,
      error: { kind: "too_many_rows", rows: 1_001, most: 1_000 },
    });
    expect(await previewPayeeFile(ops, { bytes: fileOf() })).toEqual({ ok: false, error: { kind: "empty" } });
  });

  test("without a needed column, or with one that is not known, is refused whole", async () => {
    const without = new TextEncoder().encode("口座番号,口座名義\n1,ア");
    expect(await previewPayeeFile(ops, { bytes: without })).toMatchObject({ error: { kind: "columns_missing" } });
    const strange = new TextEncoder().encode(`${HEADER},削除\n${NEW},1`);
    expect(await previewPayeeFile(ops, { bytes: strange })).toMatchObject({
      error: { kind: "columns_unknown", columns: "削除" },
    });
  });
});
