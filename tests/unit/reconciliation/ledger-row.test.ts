import { expect, test } from "vitest";
import { type GridRow, lineProblemsOf } from "@/lib/imports/grid";
import { decode } from "@/lib/imports/text-encoding";
import { guessMapping, type LedgerMapping, mappingProblem } from "@/lib/reconciliation/ledger-mapping";
import { brokenCells, ledgerReader, momentOf } from "@/lib/reconciliation/ledger-row";

const HEADER = ["参照番号", "区分", "通貨", "金額", "状態", "計上日時"];
const MAPPING: LedgerMapping = { ...guessMapping(HEADER), bookedWords: ["完了", "DONE"] };
const row = (...cells: string[]): GridRow => ({
  ...{ line: 2, raw: cells.join(","), cells, problem: null, cellProblems: lineProblemsOf(cells.join(","), cells) },
});
const read = ledgerReader(HEADER, MAPPING);
const problems = (...cells: string[]) => read(row(...cells)).problems?.map(({ field, code }) => [field, code]);

test("the header of a Japanese ledger maps itself", () => {
  expect(MAPPING.columns).toEqual({ referenceId: 0, type: 1, currency: 2, amount: 3, state: 4, bookedAt: 5 });
  expect(mappingProblem(MAPPING, HEADER)).toBeNull();
  expect(mappingProblem({ ...MAPPING, columns: { ...MAPPING.columns, amount: 9 } }, HEADER)).toEqual({
    kind: "no_such_column",
  });
  expect(mappingProblem({ ...MAPPING, rule: "player_amount_day" }, HEADER)).toEqual({ kind: "rule_unmapped" });
});

test("a unit in brackets is no part of a name, and what else stands there is", () => {
  const columns = (...header: string[]) => guessMapping(header).columns;
  expect(columns("取引番号", "金額（円）", "計上日")).toEqual({ transactionId: 0, amount: 1, bookedAt: 2 });
  expect(columns("Amount (JPY)", "Time [JST]")).toEqual({ amount: 0, bookedAt: 1 });
  expect(columns("金額（手数料）", "金額【円】")).toEqual({ amount: 1 });
});

test("what a heading calls the service's ID is ours where its values are", () => {
  const header = ["取引番号", "区分", "通貨", "金額"];
  const first = (...ids: string[]) =>
    guessMapping(
      header,
      ids.map((id) => [id, "入金", "JPY", "1"]),
    ).columns;
  expect(first("DP-20261126-0001", "WB-0A1B2C-3", "")).toMatchObject({ referenceId: 0 });
  expect(first("DP-20261126-0001")).not.toHaveProperty("transactionId");
  expect(first("DP-20261126-0001", "9f2c77e1")).toMatchObject({ transactionId: 0 });
  expect(first("", "")).toMatchObject({ transactionId: 0 });
  // A column of our references beside it stays what it is.
  const both = [...header, "参照番号"];
  expect(guessMapping(both, [["WD-1", "出金", "JPY", "1", "WD-1"]]).columns).toMatchObject({ referenceId: 4 });
});

test.each([
  ["1,000", "JPY", "1000"],
  ["¥1000", "JPY", "1000"],
  ["１０００円", "JPY", "1000"],
  ["1000.00", "JPY", "1000"],
  ["0.50", "THB", "0.50"],
  ["1.123456", "USDT", "1.123456"],
])("%s %s is %s", (typed, currency, amount) => {
  expect(read(row("R-1", "入金", currency, typed, "完了", "2026-11-22"))).toMatchObject({
    amount,
    currency,
    problems: null,
  });
});

test("an amount after the sign of the yen in Shift_JIS is read", () => {
  // ¥1,000, as Windows writes it.
  const decoded = decode(Uint8Array.from([0x5c, 0x31, 0x2c, 0x30, 0x30, 0x30]), "Shift_JIS");
  const typed = decoded.ok ? decoded.value.text : "";
  expect(read(row("R-1", "入金", "JPY", typed, "完了", "2026-11-22"))).toMatchObject({
    amount: "1000",
    problems: null,
  });
});

test.each([
  [["", "入金", "JPY", "1", "完了", ""], [["referenceId", "required"]]],
  [["R", "?", "JPY", "1", "完了", ""], [["type", "orderType"]]],
  [["R", "入金", "?", "1", "完了", ""], [["currency", "currency"]]],
  [["R", "入金", "JPY", "1.5", "完了", ""], [["amount", "amountDecimals"]]],
  [["R", "入金", "JPY", "-1", "完了", ""], [["amount", "amountSigned"]]],
  [["R", "入金", "JPY", "1", "完了", "2026-02-30"], [["bookedAt", "moment"]]],
  [
    ["R", "入金", "JPY", "1.9E+18", "完了", ""],
    [
      ["amount", "exponent"],
      ["amount", "amountNotANumber"],
    ],
  ],
  [["R", "入金", "JPY", "1", "完了", "", "one more"], [["line", "columnCount"]]],
])("%j is left out", (cells, expected) => {
  expect(problems(...cells)).toEqual(expected);
});

test("cells that cannot be read are known by their column, once each", () => {
  expect([...brokenCells(HEADER, MAPPING, ["R", "？", "JPY", "1.9E+18", "完了", "いつか"])]).toEqual([
    [3, "amountNotANumber"],
    [1, "orderType"],
    [5, "moment"],
  ]);
  expect([...brokenCells(HEADER, MAPPING, ["R", "入金", "JPY", "1", "", ""])]).toEqual([]);
});

test("a word that is not one of those for booked is not booked", () => {
  expect(["完了", "done", "処理中", ""].map((state) => read(row("R", "出金", "JPY", "1", state, "")).isBooked)).toEqual(
    [true, true, false, false],
  );
});

test.each([
  ["2026-11-22 18:30:05", "2026-11-22T09:30:05.000Z"],
  ["2026/1/2 3:04", "2026-01-01T18:04:00.000Z"],
  ["20261122", "2026-11-21T15:00:00.000Z"],
  ["2026-11-22T18:30:05Z", "2026-11-22T18:30:05.000Z"],
  ["2026-11-22T18:30:05.123+09:00", "2026-11-22T09:30:05.000Z"],
  ["2026年11月22日 18時30分", "2026-11-22T09:30:00.000Z"],
  ["2024-02-29", "2024-02-28T15:00:00.000Z"],
  ["2026-13-01", null],
  ["2026-11-22 24:00", null],
  ["yesterday", null],
])("%s is %s", (typed, at) => {
  expect(momentOf(typed)).toBe(at);
});
