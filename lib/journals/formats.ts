import { stringify } from "csv-stringify/sync";
import { encode } from "@/lib/imports/text-encoding";
import type { AccountSide, JournalKind } from "./accounts";
import type { JournalEntry } from "./entries";

/*
 * Journals as three programs import them. All three take Shift_JIS with lines as Windows ends them. Amounts include tax;
 * the columns of the tax itself stay empty, so that the program computes it from the tax class. Sources were read on
 * 2026-11-25.
 */

const WORDS: Record<JournalKind, string> = {
  deposits: "入金",
  withdrawals: "出金",
  fees: "手数料",
  top_ups: "残高補充",
  bank_transfers: "銀行口座への払出",
};

/** At most 64 bytes, which is the shortest of the three limits. */
const descriptionOf = ({ kind, count }: JournalEntry) => `決済サービス ${WORDS[kind]} ${count}件`;
const dateOf = ({ day }: JournalEntry) => day.replaceAll("-", "/");

function bytesOf(rows: string[][]): Uint8Array<ArrayBuffer> {
  const bytes = encode(stringify(rows, { record_delimiter: "windows" }), "Shift_JIS");
  // Accounts are refused when they are saved, and all other words are ours.
  if (!bytes) throw new Error("a journal with a character that Shift_JIS lacks");
  return bytes;
}

/**
 * 弥生会計: 弥生インポート形式, 27 columns and no header. 2000 marks a journal entry of one line. The names of accounts,
 * sub-accounts and departments have at most 24 bytes and must be those of the company's books, or are matched by hand
 * while importing; a date has to lie in the open fiscal year. Columns 26 and 27 (取引先名) stay empty.
 * やよいの青色申告 takes 12 characters of an account and 9 digits of an amount, and ignores departments.
 * Source: https://support.yayoi-kk.co.jp/subcontents.html?page_id=18545
 */
export const yayoiFile = (entries: readonly JournalEntry[]) =>
  bytesOf(
    entries.map((entry) => {
      const { amount } = entry;
      const side = (of: AccountSide) => [of.account, of.subAccount, of.department, of.taxClass, amount, ""];
      return [
        ...["2000", "", "", dateOf(entry), ...side(entry.debit), ...side(entry.credit), descriptionOf(entry)],
        // 番号, 期日, タイプ (a journal entry), 生成元, 仕訳メモ, 付箋1, 付箋2, 調整, 借方取引先名, 貸方取引先名
        ...["", "", "0", "", "", "0", "0", "no", "", ""],
      ];
    }),
  );

const FREEE = [
  ...["[表題行]", "日付", "伝票番号", "決算整理仕訳"],
  ...["借方勘定科目", "借方補助科目", "借方部門", "借方税区分", "借方金額"],
  ...["貸方勘定科目", "貸方補助科目", "貸方部門", "貸方税区分", "貸方金額", "摘要"],
];

/**
 * freee会計: the import of journals as 振替伝票, matched by its header. At most 5 MB and 5,000 lines a file. Accounts and
 * tax classes have to exist, or are matched by hand while importing; what a sub-account is (口座, 取引先 or 品目) is chosen
 * there too. There is no column for the tax: an empty one would be read as no tax.
 * Sources: https://support.freee.co.jp/hc/ja/articles/204847430,
 * https://support.freee.co.jp/hc/ja/articles/202847920
 */
export const freeeFile = (entries: readonly JournalEntry[]) =>
  bytesOf([
    FREEE,
    ...entries.map((entry) => {
      const side = (of: AccountSide) => [of.account, of.subAccount, of.department, of.taxClass, entry.amount];
      const { debit, credit } = entry;
      return ["[明細行]", dateOf(entry), String(entry.no), "", ...side(debit), ...side(credit), descriptionOf(entry)];
    }),
  ]);

const moneyForwardSide = (side: "借方" | "貸方") =>
  ["勘定科目", "補助科目", "部門", "取引先", "税区分", "インボイス", "金額(円)", "税額"].map((name) => side + name);

const MONEY_FORWARD = [
  ...["取引No", "取引日", ...moneyForwardSide("借方"), ...moneyForwardSide("貸方"), "摘要", "仕訳メモ", "タグ"],
  ...["MF仕訳タイプ", "決算整理仕訳", "作成日時", "作成者", "最終更新日時", "最終更新者"],
];

/**
 * マネーフォワード クラウド会計: 仕訳帳 → インポート → 仕訳帳, 27 columns with the header of its template. Accounts,
 * sub-accounts, tax classes and departments must be named exactly as they are registered there: what is not is refused.
 * The date has to lie in the fiscal year that is shown while importing.
 * Source: https://biz.moneyforward.com/support/tax-return/guide/import-books/ib01.html
 */
export const moneyForwardFile = (entries: readonly JournalEntry[]) =>
  bytesOf([
    MONEY_FORWARD,
    ...entries.map((entry) => {
      const side = (of: AccountSide) => [
        of.account,
        of.subAccount,
        of.department,
        "",
        of.taxClass,
        "",
        entry.amount,
        "",
      ];
      const rest = ["", "", "", "", "", "", "", ""];
      const { debit, credit } = entry;
      return [String(entry.no), dateOf(entry), ...side(debit), ...side(credit), descriptionOf(entry), ...rest];
    }),
  ]);
