/*
 * 全銀協規定フォーマット, 入出金取引明細 (type 03): records of 200 characters, one byte each. Digits are aligned right and
 * filled with zeros, text is aligned left and filled with spaces. Days are of the Japanese calendar, as YYMMDD.
 *
 * The fields are those of きらぼし銀行, 《入出金明細（全銀）》明細ファイル・フォーマット（全銀協規定形式・改行なし）, 20180501
 * (https://123deta.com/document/z12v448y-入出金明細全銀明細ファイルフォーマット全銀協規定形式改行なし.html), which
 * 京都銀行's manual of 京銀インターネットEBサービス repeats (https://pdfslide.net/documents/effffffebff-cffff-2-ffe.html).
 */

import { split } from "../zengin/layout";

export const RECORD_LENGTH = 200;

/** 日付は作成日、勘定日（自）、勘定日（至）; `overdraft` and `passbook` are 貸越区分 and 通帳・証書区分. */
const HEADER = {
  ...{ kind: 1, type: 2, code: 1, createdOn: 6, firstDay: 6, lastDay: 6, bank: 4, bankName: 15, branch: 3 },
  ...{ branchName: 15, filler: 3, accountType: 1, account: 10, holder: 40, overdraft: 1, passbook: 1 },
  ...{ openingBalance: 14, rest: 71 },
} as const;

/**
 * 照会番号, 勘定日, 預入・払出日, 入払区分, 取引区分, 取引金額, うち他店券金額, 交換呈示日, 不渡返還日, 手形・小切手区分,
 * 手形・小切手番号, 僚店番号, 振込依頼人コード, 振込依頼人名または契約者番号, 仕向銀行名, 仕向店名, 摘要内容, EDI情報.
 */
const DATA = {
  ...{ kind: 1, number: 8, bookedOn: 6, valuedOn: 6, direction: 1, transaction: 2, amount: 12, otherCheques: 12 },
  ...{ presentedOn: 6, returnedOn: 6, chequeKind: 1, cheque: 7, otherBranch: 3, senderCode: 10, sender: 48 },
  ...{ senderBank: 15, senderBranch: 15, description: 20, edi: 20, filler: 1 },
} as const;

/** 入金件数, 入金額合計, 出金件数, 出金額合計, 貸越区分, 取引後残高, データ・レコード件数. */
const TRAILER = {
  ...{ kind: 1, countIn: 6, sumIn: 13, countOut: 6, sumOut: 13, overdraft: 1, closingBalance: 14, records: 7 },
  filler: 139,
} as const;

export type DataField = keyof typeof DATA;

export const headerOf = (record: string) => split(HEADER, record, RECORD_LENGTH);
export const dataOf = (record: string) => split(DATA, record, RECORD_LENGTH);
export const trailerOf = (record: string) => split(TRAILER, record, RECORD_LENGTH);

/** The positions of a field of a data record, from 1, as `25–36`. */
export function positionsOf(field: DataField): string {
  const names = Object.keys(DATA);
  const before = Object.values(DATA).slice(0, names.indexOf(field));
  const first = before.reduce<number>((sum, length) => sum + length, 0) + 1;
  return `${first}–${first + DATA[field] - 1}`;
}
