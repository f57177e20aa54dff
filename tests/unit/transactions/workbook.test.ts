import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { workbookOf } from "@/components/order-list/workbook";
import { orderFileName } from "@/lib/transactions/list/csv-columns";

/** The cells of a row as the workbook holds them: the number, or the text that it refers to. */
async function cellsOf(lines: string[][], row: number) {
  const blob = await workbookOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const texts = [...read("xl/sharedStrings.xml").matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);
  const [, cells = ""] = new RegExp(`<row r="${row}"[^>]*>(.*?)</row>`).exec(read("xl/worksheets/sheet1.xml")) ?? [];
  return [...cells.matchAll(/<c r="([A-Z])\d+"([^>]*)><v>([^<]*)<\/v>/g)].map(([, column, kind, value]) => [
    column,
    kind?.includes('t="s"') ? texts[Number(value)] : Number(value),
  ]);
}

test("a workbook holds amounts and times as numbers, and codes as the text they are", async () => {
  const head = ["createdAt (UTC, UTC+00:00)", "playerId", "amount", "fee", "netAmount", "account"];
  const row = ["2026-11-21 12:00:00", "0042", "1000.50", "", "12345678901234567890", "=1+1"];
  expect(await cellsOf([head, row], 1)).toEqual(head.map((title, at) => ["ABCDEF"[at], title]));
  expect(await cellsOf([head, row], 2)).toEqual([
    ["A", 46347.5], // Days since 1899-12-30.
    ["B", "0042"],
    ["C", 1000.5],
    ["E", "12345678901234567890"], // More digits than a number of a workbook has.
    ["F", "=1+1"],
  ]);
});

test("a file is named after its days", () => {
  const now = new Date("2026-11-20T20:00:00Z"); // The 21st in Tokyo.
  expect(orderFileName("sandbox", { list: "transactions" }, "csv_text", now)).toBe(
    "choba-sandbox-transactions-2026-11-21.csv",
  );
  expect(orderFileName("sandbox", { list: "transactions", from: "2026-11-01", to: "2026-11-02" }, "xlsx", now)).toBe(
    "choba-sandbox-transactions-2026-11-01_2026-11-02.xlsx",
  );
  expect(orderFileName("sandbox", { list: "transactions", from: "month", to: "today" }, "csv", now)).toBe(
    "choba-sandbox-transactions-2026-11-01_2026-11-21.csv",
  );
});
