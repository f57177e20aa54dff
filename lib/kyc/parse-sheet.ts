import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { readKatakana } from "@/lib/japan/katakana";
import { err, ok, type Result } from "@/lib/result";
import { ROWS_MAX, type SheetView } from "./schema";

/** Two thousand rows of ids and names, with room for other columns. */
export const SHEET_MAX_BYTES = 1024 * 1024;

export type SheetProblem =
  | { kind: "empty" }
  | { kind: "too_large" }
  | { kind: "too_many_rows" }
  /** An Excel file, an archive: something that is no text. */
  | { kind: "spreadsheet" }
  /** Neither UTF-8 nor Shift_JIS, or with a character that no text has. */
  | { kind: "not_text" }
  /** Quotes that do not close, on this line. */
  | { kind: "quotes"; line: number };

type Sheet = Pick<SheetView, "encoding" | "rows" | "guess">;

/** Reads a file of players. Nothing is guessed about a character: bytes that are no text in either encoding are refused. */
export function readSheet(bytes: Uint8Array): Result<Sheet, SheetProblem> {
  if (bytes.byteLength > SHEET_MAX_BYTES) return err({ kind: "too_large" });
  if (startsWith(bytes, "PK") || startsWith(bytes, "\xd0\xcf\x11\xe0")) return err({ kind: "spreadsheet" });
  const decoded = decode(bytes);
  if (decoded === null || decoded.text.includes("\0")) return err({ kind: "not_text" });

  const parsed = rowsOf(decoded.text);
  if (!parsed.ok) return parsed;
  const rows = parsed.value;
  if (rows.length === 0) return err({ kind: "empty" });
  if (rows.length > ROWS_MAX + 1) return err({ kind: "too_many_rows" });
  return ok({ encoding: decoded.encoding, rows, guess: guessOf(rows) });
}

const startsWith = (bytes: Uint8Array, magic: string) =>
  bytes.byteLength >= magic.length && [...magic].every((character, at) => bytes[at] === character.charCodeAt(0));

function decode(bytes: Uint8Array): { text: string; encoding: Sheet["encoding"] } | null {
  for (const encoding of ["UTF-8", "Shift_JIS"] as const) {
    try {
      // A mark of byte order in front is left out by the decoder.
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return null;
}

const parsedRows = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

function rowsOf(text: string): Result<Sheet["rows"], SheetProblem> {
  // Spreadsheets paste with tabs, and save with semicolons where the comma is a decimal point.
  const [first = ""] = text.split(/\r?\n/, 1);
  const delimiter = [",", "\t", ";"].find((sign) => first.includes(sign)) ?? ",";
  try {
    const read = parse(text, {
      ...{ delimiter, relax_column_count: true, info: true, skip_empty_lines: true },
      ...{ record_delimiter: ["\r\n", "\n", "\r"], relax_quotes: false },
    });
    const rows = parsedRows.parse(read).map(({ record, info }) => ({ line: info.lines, cells: record }));
    return ok(rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return err({ kind: "quotes", line: Number(error.lines ?? 1) });
  }
}

const PLAYER_ID = /^(player_?id|player|id|プレイヤーid|プレイヤー|会員id|会員番号|ユーザーid)$/;
const USER_NAME = /^(user_?name|name|kana|katakana|氏名|名前|氏名カナ|カナ氏名|カナ|フリガナ|ふりがな|名義)$/;

const wordOf = (cell: string) =>
  cell
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s　（）()]/g, "");

/** Which columns hold what: by the words of a header, else by which one looks like names. A person may say otherwise. */
function guessOf(rows: Sheet["rows"]): Sheet["guess"] {
  const [first] = rows;
  const header = (first?.cells ?? []).map(wordOf);
  const [byId, byName] = [
    header.findIndex((word) => PLAYER_ID.test(word)),
    header.findIndex((word) => USER_NAME.test(word)),
  ];
  const hasHeader = byId >= 0 || byName >= 0;

  const sample = rows.slice(hasHeader ? 1 : 0, 50);
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  const names = Array.from(
    { length: columns },
    (_none, column) => sample.filter(({ cells }) => readKatakana(cells[column] ?? "").ok).length,
  );
  const userName = byName >= 0 ? byName : names.indexOf(Math.max(...names));
  const playerId = byId >= 0 ? byId : userName === 0 ? 1 : 0;
  return { hasHeader, playerId, userName };
}
