import { SHEET_AMOUNTS, SHEET_TIMES } from "@/lib/transactions/list/csv-columns";

/** Numbers of a workbook have fifteen digits; an amount that has more is kept as text, none is rounded. */
const DIGITS_MAX = 15;

/**
 * The rows of a file of orders, a line of JSON each and the first their header, as a workbook: amounts as numbers, times
 * as times of the clock that the header names, and all else as text, zeros in front and all.
 */
export async function workbookOf(lines: string): Promise<Blob> {
  const { default: writeXlsxFile } = await import("write-excel-file/browser");
  const [head = [], ...rows]: string[][] = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const kinds = head.map((title) => kindOf(title.split(" ", 1)[0] ?? ""));
  const heading = head.map((title) => ({ value: title, fontWeight: "bold" as const }));
  const body = rows.map((row) => row.map((cell, at) => cellOf(cell, kinds[at] ?? "text")));
  const columns = head.map((title, at) => ({ width: Math.max(title.length, kinds[at] === "time" ? 19 : 14) + 2 }));
  return writeXlsxFile([heading, ...body], { columns, stickyRowsCount: 1 }).toBlob();
}

type Kind = "amount" | "time" | "text";

const kindOf = (column: string): Kind => {
  if (SHEET_AMOUNTS.some((one) => one === column)) return "amount";
  return SHEET_TIMES.some((one) => one === column) ? "time" : "text";
};

function cellOf(cell: string, kind: Kind) {
  if (cell === "") return null;
  if (kind === "amount" && cell.replace(/\D/g, "").length <= DIGITS_MAX) {
    const decimals = cell.split(".")[1]?.length ?? 0;
    const format = decimals > 0 ? `#,##0.${"0".repeat(decimals)}` : "#,##0";
    return { value: Number(cell), type: Number, format };
  }
  // A workbook knows no time zones: what the clock shows is written as if it were UTC.
  if (kind === "time")
    return { value: new Date(`${cell.replace(" ", "T")}Z`), type: Date, format: "yyyy-mm-dd hh:mm:ss" };
  return { value: cell, type: String, format: "@" };
}
