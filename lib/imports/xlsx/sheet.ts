import { type PartReader, WorkbookDamaged } from "./unzip";
import { xmlReader } from "./xml";

/** A cell as the workbook keeps it. `formula` is null where it has none. */
export type SheetCell = { column: number; type: string; style: number; value: string; formula: string | null };
export type SheetRow = { line: number; isHidden: boolean; cells: SheetCell[] };

/** A wider sheet is no list. */
const COLUMNS_MAX = 200;

/** Adds the rows of a sheet to `rows` as they come, without those that have no value. */
export function sheetReader(rows: SheetRow[]): PartReader {
  let row: SheetRow = { line: 0, isHidden: false, cells: [] };
  let cell: SheetCell | null = null;
  let reads: "value" | "formula" | null = null;
  let inReading = false;
  return xmlReader({
    open(name, attributes) {
      switch (name) {
        case "row": {
          const line = attributes.r === undefined ? row.line + 1 : Number(attributes.r);
          if (!(line > row.line)) throw new WorkbookDamaged("rows out of their order");
          row = { line, isHidden: isTrue(attributes.hidden), cells: [] };
          return;
        }
        case "c":
          cell = newCell(attributes, (row.cells.at(-1)?.column ?? -1) + 1);
          return;
        case "rPh":
          inReading = true;
          return;
        case "f":
          if (cell) cell.formula = "";
          reads = "formula";
          return;
        case "v":
        case "t":
          reads = inReading ? null : "value";
      }
    },
    text(part) {
      if (!cell || reads === null) return;
      if (reads === "value") cell.value += part;
      else cell.formula += part;
    },
    close(name) {
      if (name === "v" || name === "t" || name === "f") reads = null;
      if (name === "rPh") inReading = false;
      if (name === "c" && cell) {
        if (cell.value !== "" || cell.formula !== null) row.cells.push(cell);
        cell = null;
      }
      if (name === "row" && row.cells.length > 0) rows.push(row);
    },
  });
}

const isTrue = (value: string | undefined) => value === "1" || value === "true";

function newCell({ r, t = "n", s = "0" }: Readonly<Record<string, string>>, next: number): SheetCell {
  const column = r === undefined ? next : columnOf(r);
  if (column < next || column >= COLUMNS_MAX) throw new WorkbookDamaged("a cell out of its place");
  return { column, type: t, style: Number(s), value: "", formula: null };
}

/** `B7` is 1. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d+$)/.exec(reference)?.[0];
  if (letters === undefined) throw new WorkbookDamaged("a cell without a place");
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
