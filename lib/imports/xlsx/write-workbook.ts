import writeXlsxFile from "write-excel-file/node";

/** A workbook of one sheet whose cells are all texts: no zero is lost, and no text is taken for a formula. */
export const textWorkbook = (rows: string[][]): Promise<Buffer> =>
  writeXlsxFile(
    rows.map((row, at) =>
      row.map((value) => ({ value, type: String, format: "@", ...(at === 0 && { fontWeight: "bold" as const }) })),
    ),
    { columns: (rows[0] ?? []).map((title) => ({ width: Math.max(title.length, 12) + 2 })), stickyRowsCount: 1 },
  ).toBuffer();
