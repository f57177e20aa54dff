import type { DataFields } from "@/lib/imports/zengin/layout";
import type { ZenginFile, ZenginRecord } from "@/lib/imports/zengin/read-zengin";
import { fullWidthName } from "@/lib/japan/zengin";
import { blankFields, type ReadRow } from "./delimited-rows";
import { type BatchField, type FileProblems, NO_MARKS, type RowMarks } from "./row";

/**
 * The transfers of a 全銀 file. Names of banks and branches come from the directory by their codes; the date, the
 * sender and the second customer code are not ours to send.
 */
export const zenginRows = ({ groups }: ZenginFile): ReadRow[] => groups.flatMap(({ records }) => records.map(rowOf));

/** Fields of the record that are fields of ours. */
const FIELDS: Partial<Record<keyof DataFields, BatchField>> = {
  bank: "destination",
  branch: "destinationBranchCode",
  accountType: "destinationAccountType",
  account: "destinationAccount",
  amount: "amount",
};

function rowOf({ number, text, fields, problems }: ZenginRecord): ReadRow {
  const raw = text.trimEnd();
  if (problems.record !== null) {
    return { line: number, raw, fields: blankFields(), marks: NO_MARKS, problems: { line: problems.record } };
  }
  const wrong: FileProblems = {};
  for (const name of problems.digits) wrong[FIELDS[name] ?? "line"] = "recordDigits";
  const name = fields.name.trim();
  const { playerId, memo } = customerOf(fields);
  const marks: RowMarks = { restored: [], converted: [] };
  if (fullWidthName(name) !== name) marks.converted.push("destinationAccountName");
  if (playerId !== "") marks.converted.push("playerId");
  return {
    ...{ line: number, raw, marks, problems: wrong },
    fields: {
      ...blankFields(),
      ...{ playerId, destination: fields.bank, destinationBranchCode: fields.branch },
      ...{ destinationAccountType: fields.accountType, destinationAccount: fields.account },
      ...{ destinationAccountName: fullWidthName(name), amount: fields.amount.replace(/^0+(?=\d)/, "") },
      ...{ currency: "JPY", memo },
    },
  };
}

/** The player and the memo of a record: the customer codes, or EDI text in the place of both. */
export function customerOf({ ediMark, customerCode1, customerCode2 }: DataFields) {
  const isEdi = ediMark === "Y";
  return {
    playerId: isEdi ? "" : customerCode(customerCode1),
    memo: isEdi ? (customerCode1 + customerCode2).trim() : "",
  };
}

/** Banks fill a code that is not used with zeros. */
export const customerCode = (code: string) => (/^0*$/.test(code.trim()) ? "" : code.trim());
