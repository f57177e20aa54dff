import { OPTIONAL_FIELDS, ownColumns } from "./own-columns";
import { BATCH_FIELDS, type BatchField } from "./row";

/** Where another system's file has a field: in a column, counted from 0, or always this text. */
export type ColumnSource = { column: number } | { text: string };
export type ColumnMapping = Partial<Record<BatchField, ColumnSource>>;

/** The fields that a mapping leaves without a value. */
export const unmappedFields = (mapping: ColumnMapping): BatchField[] =>
  BATCH_FIELDS.filter((field) => mapping[field] === undefined && !OPTIONAL_FIELDS.has(field));

/** Names of columns besides our own, without the differences that do not count. The labels of the screens are among them. */
const SPELLINGS: Record<BatchField, readonly string[]> = {
  playerId: ["playerid"],
  destination: ["bankcode", "銀行コード", "銀行番号", "金融機関コード", "金融機関番号"],
  destinationName: ["bankname", "銀行名", "金融機関名"],
  destinationBranchCode: ["branchcode", "支店コード", "支店番号"],
  destinationBranchName: ["branchname", "支店名"],
  destinationAccountType: ["accounttype", "口座種別", "預金種別", "預金種目"],
  destinationAccount: ["accountnumber", "accountno", "口座番号"],
  destinationAccountName: [
    "accountholder",
    "accountholdername",
    "accountname",
    "口座名義",
    "口座名義(カナ)",
    "口座名義人",
  ],
  amount: ["amount", "振込金額", "金額"],
  currency: ["currency", "通貨"],
  memo: ["memo", "メモ"],
};

const plain = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]/g, "");

/** The columns that are proposed for a header of another system, for a person to confirm: those that alone have the name. */
export function suggestedColumns(header: string[]): Map<BatchField, number> {
  const names = header.map(plain);
  const own = ownColumns(header).columns;
  const found = BATCH_FIELDS.flatMap((field) => {
    const [first, ...others] = names.flatMap((name, at) => (SPELLINGS[field].includes(name) ? [at] : []));
    const column = own.get(field) ?? (others.length === 0 ? first : undefined);
    return column === undefined ? [] : [[field, column] as const];
  });
  return new Map(found);
}
