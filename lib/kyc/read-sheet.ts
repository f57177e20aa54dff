import type { GridRow } from "@/lib/imports/grid";
import { type GridProblem, readGrid } from "@/lib/imports/read-grid";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { readKatakana } from "@/lib/japan/katakana";
import { err, ok, type Result } from "@/lib/result";
import { ROWS_MAX, type SheetView } from "./schema";

type Sheet = Pick<SheetView, "encoding" | "rows" | "guess">;

/** Reads a file of players, and guesses which columns are theirs. A user may choose others. */
export async function readSheet(bytes: Uint8Array, encoding?: TextEncoding): Promise<Result<Sheet, GridProblem>> {
  const grid = await readGrid(bytes, encoding);
  if (!grid.ok) return grid;
  const rows = grid.value.rows.map(rowOf);
  if (rows.length > ROWS_MAX + 1) return err({ kind: "too_many_rows", rows: rows.length, most: ROWS_MAX });
  return ok({ encoding: grid.value.encoding, rows, guess: guessOf(rows) });
}

/** A row that cannot be cut into cells is shown as one, which is no player. */
const rowOf = ({ line, raw, cells, problem, cellProblems }: GridRow): Sheet["rows"][number] => ({
  ...{ line, cells: cells.length > 0 ? cells : [raw], problem, cellProblems },
});

const PLAYER_ID = /^(player_?id|player|id|プレイヤーid|プレイヤー|会員id|会員番号|ユーザーid)$/;
const USER_NAME = /^(user_?name|name|kana|katakana|氏名|名前|氏名カナ|カナ氏名|カナ|フリガナ|ふりがな|名義)$/;

const wordOf = (cell: string) =>
  cell
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s　（）()]/g, "");

/** Which columns hold what: by the words of a header, else by which one looks like names. A user may choose others. */
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
