/*
 * 全銀協規定フォーマット, 総合振込 (type 21): records of 120 characters, one byte each. Digits are aligned right and
 * filled with zeros, text is aligned left and filled with spaces.
 */

export const RECORD_LENGTH = 120;

const HEADER = {
  kind: 1,
  type: 2,
  code: 1,
  senderCode: 10,
  senderName: 40,
  date: 4,
  bank: 4,
  bankName: 15,
  branch: 3,
  branchName: 15,
  accountType: 1,
  account: 7,
  filler: 17,
} as const;

const DATA = {
  kind: 1,
  bank: 4,
  bankName: 15,
  branch: 3,
  branchName: 15,
  clearingHouse: 4,
  accountType: 1,
  account: 7,
  name: 30,
  amount: 10,
  newCode: 1,
  customerCode1: 10,
  customerCode2: 10,
  transferKind: 1,
  ediMark: 1,
  filler: 7,
} as const;

const TRAILER = { kind: 1, count: 6, sum: 12, filler: 101 } as const;

type Layout = Readonly<Record<string, number>>;
export type Fields<L extends Layout> = { [Name in keyof L]: string };
export type HeaderFields = Fields<typeof HEADER>;
export type DataFields = Fields<typeof DATA>;
export type TrailerFields = Fields<typeof TRAILER>;

/** Cuts a record where each field begins. What is missing at its end is filled with spaces. */
export function split<L extends Layout>(layout: L, text: string, recordLength: number): Fields<L>;
export function split(layout: Layout, text: string, recordLength: number): Record<string, string> {
  const filled = text.padEnd(recordLength, " ");
  let at = 0;
  return Object.fromEntries(
    Object.entries(layout).map(([name, length]) => {
      at += length;
      return [name, filled.slice(at - length, at)];
    }),
  );
}

export const headerOf = (text: string): HeaderFields => split(HEADER, text, RECORD_LENGTH);
export const dataOf = (text: string): DataFields => split(DATA, text, RECORD_LENGTH);
export const trailerOf = (text: string): TrailerFields => split(TRAILER, text, RECORD_LENGTH);

/** A record of its fields, each already as long as it must be. */
export function recordOf(fields: HeaderFields | DataFields | TrailerFields): string {
  const record = Object.values(fields).join("");
  if (record.length !== RECORD_LENGTH) throw new Error(`a record of ${record.length} characters`);
  return record;
}

export const digits = (value: string | number, length: number) => String(value).padStart(length, "0");
export const text = (value: string, length: number) => value.padEnd(length, " ");
