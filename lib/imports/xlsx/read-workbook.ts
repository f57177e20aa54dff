import { err, ok, type Result } from "@/lib/result";
import type { GridRow } from "../grid";
import { cellsOf } from "./cells";
import { formatCode } from "./number-format";
import { type SheetRow, sheetReader } from "./sheet";
import { type Archive, openArchive, type PartReader, WorkbookDamaged, WorkbookTooLarge } from "./unzip";
import { xmlReader } from "./xml";

export type WorkbookProblem =
  /** No workbook, or one that two programs would read differently. */
  | { kind: "workbook_damaged" }
  | { kind: "workbook_too_large" }
  /** Several of its sheets hold something: only one could be meant. */
  | { kind: "several_sheets"; sheets: string };

type Book = {
  sheets: { name: string; relation: string }[];
  paths: Map<string, string>;
  strings: string[];
  customFormats: Map<number, string>;
  cellFormats: number[];
};

/** The rows of the one sheet that holds something. Formulas are never computed. */
export async function readWorkbook(bytes: Uint8Array): Promise<Result<GridRow[], WorkbookProblem>> {
  try {
    const archive = await openArchive(bytes);
    const book = await readBook(archive);
    const filled: { name: string; rows: SheetRow[] }[] = [];
    for (const { name, relation } of book.sheets) {
      const rows: SheetRow[] = [];
      const isThere = await archive.readPart(book.paths.get(relation) ?? "", sheetReader(rows));
      if (!isThere) throw new WorkbookDamaged("a sheet is missing");
      if (rows.length > 0) filled.push({ name, rows });
    }
    if (filled.length > 1) return err({ kind: "several_sheets", sheets: filled.map(({ name }) => name).join(", ") });
    return ok((filled[0]?.rows ?? []).map((row) => gridRow(row, book)));
  } catch (error) {
    if (error instanceof WorkbookTooLarge) return err({ kind: "workbook_too_large" });
    if (error instanceof WorkbookDamaged) return err({ kind: "workbook_damaged" });
    throw error;
  }
}

function gridRow({ line, isHidden, cells }: SheetRow, book: Book): GridRow {
  const format = (style: number) => {
    const id = book.cellFormats[style] ?? (style === 0 ? 0 : null);
    if (id === null) throw new WorkbookDamaged("a format that is not in the workbook");
    return formatCode(id, book.customFormats);
  };
  const read = cellsOf(cells, { string: (at) => book.strings[at], format });
  const problem = isHidden ? ("hiddenRow" as const) : null;
  return { line, raw: read.cells.join("\t"), ...read, problem };
}

async function readBook(archive: Archive): Promise<Book> {
  const book: Book = { sheets: [], paths: new Map(), strings: [], customFormats: new Map(), cellFormats: [] };
  await archive.readPart("xl/workbook.xml", sheetsReader(book));
  await archive.readPart("xl/_rels/workbook.xml.rels", pathsReader(book));
  await archive.readPart("xl/sharedStrings.xml", stringsReader(book));
  await archive.readPart("xl/styles.xml", stylesReader(book));
  if (book.sheets.length === 0) throw new WorkbookDamaged("no sheet");
  return book;
}

/** Sheets that the workbook hides are lists for its formulas. */
const sheetsReader = ({ sheets }: Book): PartReader =>
  xmlReader({
    open(tag, { name = "", id = "", state = "visible" }) {
      if (tag === "sheet" && state === "visible") sheets.push({ name, relation: id });
    },
  });

const pathsReader = ({ paths }: Book): PartReader =>
  xmlReader({
    open(tag, { Id = "", Target = "" }) {
      if (tag === "Relationship") paths.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });

/** The readings above Japanese words (`rPh`) are no part of a text. */
function stringsReader({ strings }: Book): PartReader {
  let text = "";
  let isText = false;
  let inReading = false;
  return xmlReader({
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") inReading = true;
      isText = name === "t" && !inReading;
    },
    text(part) {
      if (isText) text += part;
    },
    close(name) {
      if (name === "si") strings.push(text);
      if (name === "rPh") inReading = false;
      if (name === "t") isText = false;
    },
  });
}

function stylesReader({ customFormats, cellFormats }: Book): PartReader {
  let inCellFormats = false;
  return xmlReader({
    open(name, { numFmtId = "0", formatCode: code = "" }) {
      if (name === "numFmt") customFormats.set(Number(numFmtId), code);
      if (name === "cellXfs") inCellFormats = true;
      if (name === "xf" && inCellFormats) cellFormats.push(Number(numFmtId));
    },
    close(name) {
      if (name === "cellXfs") inCellFormats = false;
    },
  });
}
