import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { err, ok, type Result } from "@/lib/result";
import { type GridRow, isBlank, lineProblemsOf } from "./grid";

/** Spreadsheets paste with tabs, and save with semicolons where the comma is a decimal point. */
export function delimiterOf(text: string): string {
  const first = /[^\r\n]*/.exec(text.trimStart())?.[0] ?? "";
  return [",", "\t", ";"].find((sign) => first.includes(sign)) ?? ",";
}

/**
 * The rows of the lines of a delimited text. One line is one row: a quotation mark that does not close stops its own
 * line, and the lines below it are read.
 */
export function csvLines(lines: string[], delimiter: string): Result<GridRow[], { kind: "quotes"; line: number }> {
  const plain = plainRows(lines, delimiter);
  const read = plain ? ok(plain) : brokenRows(lines, delimiter);
  if (!read.ok) return read;
  return ok(read.value.filter(({ cells, problem }) => problem !== null || !isBlank(cells)));
}

/** All lines by one call of the parser; null where a line is not one whole row. */
function plainRows(lines: string[], delimiter: string): GridRow[] | null {
  const filled = lines.flatMap((raw, at) => (raw.trim() === "" ? [] : [{ line: at + 1, raw }]));
  // Without quotation marks a line is what stands between its delimiters: a tenth of the parser's time.
  const isQuoted = filled.some(({ raw }) => raw.includes('"'));
  if (!isQuoted) return filled.map(({ line, raw }) => rowOf(line, raw, raw.split(delimiter)));
  const records = recordsOf(filled.map(({ raw }) => raw).join("\n"), delimiter);
  if (records?.length !== filled.length) return null;
  return filled.map(({ line, raw }, at) => rowOf(line, raw, records[at] ?? []));
}

const rowOf = (line: number, raw: string, cells: string[]): GridRow => ({
  ...{ line, raw, cells, problem: null, cellProblems: lineProblemsOf(raw, cells) },
});

/** With more than these a file is refused: it has other quotation marks than ours. */
const BROKEN_MAX = 100;

function brokenRows(lines: string[], delimiter: string): ReturnType<typeof csvLines> {
  const rows: GridRow[] = [];
  let broken = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const raw = lines[at] ?? "";
    const [cells, more] = raw.includes('"') ? (recordsOf(raw, delimiter) ?? []) : [raw.split(delimiter)];
    if (cells && !more) {
      rows.push(rowOf(at + 1, raw, cells));
      continue;
    }
    broken += 1;
    if (broken > BROKEN_MAX) return err({ kind: "quotes", line: at + 1 });
    const last = lastLineOfCell(lines, at, delimiter);
    const problem = last === at ? "quotes" : "lineBreak";
    for (; at < last; at += 1) rows.push({ ...rowOf(at + 1, lines[at] ?? "", []), problem });
    rows.push({ ...rowOf(at + 1, lines[at] ?? "", []), problem });
  }
  return ok(rows);
}

/** So many lines are scanned for the end of a quoted cell. */
const CELL_MAX_LINES = 20;

/** Where a quoted cell that goes over several lines ends; the line itself where it does not. */
function lastLineOfCell(lines: string[], from: number, delimiter: string): number {
  for (let to = from + 1; to < Math.min(from + CELL_MAX_LINES, lines.length); to += 1) {
    if (!lines[to]?.includes('"')) continue;
    if (recordsOf(lines.slice(from, to + 1).join("\n"), delimiter)?.length === 1) return to;
  }
  return from;
}

const parsed = z.array(z.array(z.string()));

function recordsOf(text: string, delimiter: string): string[][] | null {
  try {
    const options = { delimiter, relax_column_count: true, relax_quotes: false, record_delimiter: "\n" };
    return parsed.parse(parse(text, options));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return null;
  }
}
