import { isZenginText } from "./characters";
import { type DataFields, RECORD_LENGTH } from "./layout";

/** What is wrong with a whole data record, or with one of its fields. */
export type DataProblems = {
  record: "recordLength" | "recordCharacter" | "recordShifted" | null;
  /** Fields that must be digits and are not. */
  digits: (keyof DataFields)[];
};

/** Digits, each with how often; a field that may be blank is so in files of some banks. */
const DIGITS: [keyof DataFields, RegExp][] = [
  ["bank", /^\d{4}$/],
  ["branch", /^\d{3}$/],
  ["clearingHouse", /^(\d{4}| {4})$/],
  ["accountType", /^\d$/],
  ["account", /^\d{7}$/],
  ["amount", /^\d{10}$/],
  ["newCode", /^[\d ]$/],
  ["transferKind", /^[\d ]$/],
];

/**
 * `areTrimmed`: every record of the file is without the spaces at its end, so that a short one need be no cut one.
 * `hasMarks`: some of its records have the mark that a customer code is EDI text.
 */
export type FileShape = { areTrimmed: boolean; hasMarks: boolean };

export function dataProblems(record: string, fields: DataFields, shape: FileShape): DataProblems {
  const digits = DIGITS.filter(([name, pattern]) => !pattern.test(fields[name])).map(([name]) => name);
  if (!isLength(record.length, fields, shape)) return { record: "recordLength", digits };
  if (!isZenginText(record)) return { record: "recordCharacter", digits };
  return { record: isShifted(fields) ? "recordShifted" : null, digits };
}

/** Up to the new code, and up to the kind of transfer: between the two a customer code would be cut. */
const WITHOUT_CODES = 91;
const WITH_CODES = 112;

function isLength(length: number, fields: DataFields, { areTrimmed, hasMarks }: FileShape): boolean {
  if (length === RECORD_LENGTH) return true;
  if (!areTrimmed || length > RECORD_LENGTH) return false;
  const hasNoCodes = (fields.customerCode1 + fields.customerCode2).trim() === "";
  if (hasNoCodes) return length >= WITHOUT_CODES - 1;
  return length >= WITH_CODES + (hasMarks ? 1 : 0);
}

/** Text begins at the left of its field, and behind the mark there is nothing. */
const isShifted = ({ bankName, branchName, name, ediMark, filler }: DataFields) =>
  [bankName, branchName, name].some((field) => field.startsWith(" ") && field.trim() !== "") ||
  !/^[Y ]$/.test(ediMark) ||
  !/^[ 0]*$/.test(filler);
