import { expect, test } from "vitest";
import {
  type BalanceMovement,
  changedSums,
  isBooked,
  journalOf,
  kindSumsOf,
  type Movement,
} from "@/lib/journals/entries";
import { freeeFile, moneyForwardFile, yayoiFile } from "@/lib/journals/formats";
import { accountsInput } from "@/lib/journals/schema";
import { SUGGESTED_ACCOUNTS } from "@/lib/journals/suggested";

const movement = (more: Partial<Movement>): Movement => ({
  ...{ day: "2026-11-05", type: "DEPOSIT", currency: "JPY", count: 2, fees: "300", net: "9700" },
  ...more,
});
const ACCOUNTS = {
  ...SUGGESTED_ACCOUNTS,
  fees: {
    debit: { account: "支払手数料", subAccount: "決済,代行", department: "経理部", taxClass: "課対仕入込10%適格" },
    credit: { account: "預け金", subAccount: "", department: "", taxClass: "対象外" },
  },
};
const MONTH = [
  movement({}),
  movement({ type: "WITHDRAW", count: 1, fees: "100", net: "5100" }),
  movement({ day: "2026-11-06", fees: "0", net: "1.5" }),
  movement({ day: "2026-11-06", currency: "THB", fees: "1.25", net: "98.75" }),
];

test("a day has one line of each kind, and what is no whole yen is listed with the reason", () => {
  const { entries, leftOut } = journalOf(MONTH, [], ACCOUNTS);
  expect(entries.map(({ no, day, kind, count, amount }) => [no, day, kind, count, amount])).toEqual([
    [1, "2026-11-05", "deposits", 2, "10000"],
    [2, "2026-11-05", "withdrawals", 1, "5000"],
    [3, "2026-11-05", "fees", 3, "400"],
  ]);
  expect(leftOut).toEqual([
    { day: "2026-11-06", kind: "deposits", currency: "JPY", amount: "1.5", why: "not_whole_yen" },
    { day: "2026-11-06", kind: "deposits", currency: "THB", amount: "100", why: "currency" },
    { day: "2026-11-06", kind: "fees", currency: "THB", amount: "1.25", why: "currency" },
  ]);
  const { fees: _fees, ...rest } = ACCOUNTS;
  expect(journalOf(MONTH, [], rest).leftOut[0]).toMatchObject({ kind: "fees", amount: "400", why: "no_accounts" });
});

test("named movements of the balance are booked by their direction, and all others by hand", () => {
  const beside = (name: BalanceMovement["name"], amount: string, currency = "JPY") => ({
    ...{ day: "2026-11-05", name, currency, count: 1, amount },
  });
  const { entries, leftOut } = journalOf(
    [],
    [
      ...[beside("top_up", "500000"), beside("bank_settlement", "-300000"), beside("bank_settlement", "7")],
      ...[beside(null, "-3"), beside("fee", "-110"), beside("top_up", "1.5", "THB")],
    ],
    ACCOUNTS,
  );
  expect(entries.map(({ kind, amount, debit, credit }) => [kind, amount, debit.account, credit.account])).toEqual([
    ["top_ups", "500000", "預け金", "普通預金"],
    ["bank_transfers", "300000", "普通預金", "預け金"],
  ]);
  expect(leftOut.map(({ kind, currency, amount, why }) => [kind, currency, amount, why])).toEqual([
    ["top_ups", "THB", "1.5", "currency"],
    ["by_hand", "JPY", "120", "by_hand"],
  ]);
});

const text = (bytes: Uint8Array) => new TextDecoder("shift_jis", { fatal: true }).decode(bytes);
const { entries } = journalOf(MONTH, [], ACCOUNTS);

test("a journal for 弥生会計, to the byte", () => {
  const lines = [
    "2000,,,2026/11/05,預け金,,,対象外,10000,,預り金,,,対象外,10000,,決済サービス 入金 2件,,,0,,,0,0,no,,",
    "2000,,,2026/11/05,預り金,,,対象外,5000,,預け金,,,対象外,5000,,決済サービス 出金 1件,,,0,,,0,0,no,,",
    '2000,,,2026/11/05,支払手数料,"決済,代行",経理部,課対仕入込10%適格,400,,預け金,,,対象外,400,,決済サービス 手数料 3件,,,0,,,0,0,no,,',
  ];
  expect(text(yayoiFile(entries))).toBe(lines.map((line) => `${line}\r\n`).join(""));
  expect(lines[0]?.split(",")).toHaveLength(27);
  // 預け金 in Shift_JIS.
  expect([...yayoiFile(entries)].slice(18, 24)).toEqual([0x97, 0x61, 0x82, 0xaf, 0x8b, 0xe0]);
});

test("a journal for freee会計, to the byte", () => {
  expect(text(freeeFile(entries.slice(0, 1)))).toBe(
    [
      "[表題行],日付,伝票番号,決算整理仕訳,借方勘定科目,借方補助科目,借方部門,借方税区分,借方金額,貸方勘定科目,貸方補助科目,貸方部門,貸方税区分,貸方金額,摘要",
      "[明細行],2026/11/05,1,,預け金,,,対象外,10000,預り金,,,対象外,10000,決済サービス 入金 2件",
      "",
    ].join("\r\n"),
  );
});

test("a journal for マネーフォワード クラウド会計, to the byte", () => {
  const header =
    "取引No,取引日,借方勘定科目,借方補助科目,借方部門,借方取引先,借方税区分,借方インボイス,借方金額(円),借方税額,貸方勘定科目,貸方補助科目,貸方部門,貸方取引先,貸方税区分,貸方インボイス,貸方金額(円),貸方税額,摘要,仕訳メモ,タグ,MF仕訳タイプ,決算整理仕訳,作成日時,作成者,最終更新日時,最終更新者";
  expect(text(moneyForwardFile(entries.slice(0, 1)))).toBe(
    `${header}\r\n1,2026/11/05,預け金,,,,対象外,,10000,,預り金,,,,対象外,,10000,,決済サービス 入金 2件,,,,,,,,\r\n`,
  );
  expect(header.split(",")).toHaveLength(27);
});

test("accounts are refused where a program would cut them off, could not read them, or lacks a side", () => {
  const problems = (debit: object) => {
    const fees = { ...ACCOUNTS.fees, debit: { ...ACCOUNTS.fees.debit, ...debit } };
    const read = accountsInput.safeParse({ seen: null, accounts: { ...ACCOUNTS, fees } });
    return read.error?.issues.map(({ path, message }) => `${String(path.at(-1))} ${message}`) ?? [];
  };
  expect(problems({})).toEqual([]);
  expect(problems({ account: "全角十二文字までの勘定科目" })).toEqual(["account tooWide:24"]);
  expect(problems({ account: "手数料😀" })).toEqual(["account unusableCharacter"]);
  expect(problems({ account: "" })).toEqual(["account required"]);
});

test("two months are compared by what is booked of each kind", () => {
  const movement = { day: "2026-11-01", type: "WITHDRAW", currency: "JPY", count: 1, fees: "300", net: "9700" };
  const topUp = { day: "2026-11-01", name: "top_up", currency: "JPY", count: 1, amount: "500" } as const;
  const before = kindSumsOf([movement, { ...movement, day: "2026-11-02" }], [topUp]);
  expect(before).toEqual([
    { kind: "withdrawals", currency: "JPY", amount: "18800" },
    { kind: "fees", currency: "JPY", amount: "600" },
    { kind: "top_ups", currency: "JPY", amount: "500" },
  ]);
  expect(changedSums(before, before)).toEqual([]);
  expect(changedSums(before, kindSumsOf([movement], []))).toEqual([
    { kind: "withdrawals", currency: "JPY", amount: "-9400" },
    { kind: "fees", currency: "JPY", amount: "-300" },
    { kind: "top_ups", currency: "JPY", amount: "-500" },
  ]);
});

test.each([
  ["top_up", "1000", "JPY", true],
  ["top_up", "-1000", "JPY", false],
  ["bank_settlement", "-1000", "JPY", true],
  ["bank_settlement", "1000", "JPY", false],
  ["bank_settlement", "-1000", "THB", false],
  ["fee", "-150", "JPY", false],
] as const)("a movement named %s of %s %s is in the journals: %s", (name, amount, currency, expected) => {
  expect(isBooked({ name, amount, currency })).toBe(expected);
});
