import { JAPANESE_COLUMNS as PAYEE_COLUMNS } from "@/lib/payees/file-import/columns";
import { BATCH_FIELDS, type BatchField } from "./row";

/** What a file may leave out. */
export const OPTIONAL_FIELDS: ReadonlySet<BatchField> = new Set(["destinationName", "destinationBranchName", "memo"]);

/** Column names as people write them in Japanese, besides the names of the fields. */
export const JAPANESE_COLUMNS: Record<BatchField, string> = { ...PAYEE_COLUMNS, amount: "金額", memo: "メモ" };

const isColumn = (field: BatchField, name: string) =>
  name.normalize("NFKC").toLowerCase() === field.toLowerCase() || name.normalize("NFKC") === JAPANESE_COLUMNS[field];

/** Where a header of our template has each field, and what is missing in it or not ours. */
export function ownColumns(header: string[]) {
  const names = header.map((cell) => cell.trim());
  const found = BATCH_FIELDS.flatMap((field) => {
    const at = names.findIndex((name) => isColumn(field, name));
    return at < 0 ? [] : [[field, at] as const];
  });
  const columns = new Map(found);
  return {
    columns,
    missing: BATCH_FIELDS.filter((field) => !columns.has(field) && !OPTIONAL_FIELDS.has(field)),
    unknown: names.filter((name, at) => !found.some(([, column]) => column === at) || names.indexOf(name) < at),
  };
}
