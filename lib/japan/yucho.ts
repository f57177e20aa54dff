import { err, ok, type Result } from "@/lib/result";

/*
 * Japan Post Bank prints a symbol and a number (記号・番号) in its passbooks. Other banks pay to a branch and an account
 * number that follow from them. Source: the bank's own page on 店名・預金種目・口座番号.
 */

export const YUCHO_BANK_CODE = "9900";

export type YuchoAccount = {
  bankCode: typeof YUCHO_BANK_CODE;
  branchCode: string;
  /** The branch code in kanji numerals, which is the branch's name. */
  branchName: string;
  branchKana: string;
  /**
   * 1 ordinary, 2 current. The digits cannot tell an ordinary account from a 通常貯蓄貯金 account, which this API
   * cannot pay: a person has to say that it is none.
   */
  accountType: "1" | "2";
  accountNumber: string;
};

export type YuchoProblem = "KIGOU" | "BANGOU_LENGTH" | "BANGOU_MUST_END_IN_1";

const NUMERALS = "〇一二三四五六七八九";
const READINGS = ["ゼロ", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キユウ"];

/** Symbol or number as a passbook has it, however wide it was typed. */
export const passbookDigits = (typed: string) =>
  typed.replace(/\s/g, "").replace(/[０-９－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** From symbol and number to branch and account. A single digit printed between them is not used. */
export function convertYucho(kigou: string, bangou: string): Result<YuchoAccount, YuchoProblem> {
  const [, kind, branch] = /^([01])(\d\d)\d\d(?:-\d)?$/.exec(passbookDigits(kigou)) ?? [];
  if (kind === undefined || branch === undefined) return err("KIGOU");

  const number = passbookDigits(bangou);
  const isOrdinary = kind === "1";
  if (!(isOrdinary ? /^\d{2,8}$/ : /^\d{1,6}$/).test(number)) return err("BANGOU_LENGTH");
  if (isOrdinary && !number.endsWith("1")) return err("BANGOU_MUST_END_IN_1");

  const branchCode = `${branch}${isOrdinary ? "8" : "9"}`;
  return ok({
    bankCode: YUCHO_BANK_CODE,
    branchCode,
    branchName: [...branchCode].map((digit) => NUMERALS[Number(digit)]).join(""),
    branchKana: [...branchCode].map((digit) => READINGS[Number(digit)]).join(""),
    accountType: isOrdinary ? "1" : "2",
    accountNumber: (isOrdinary ? number.slice(0, -1) : number).padStart(7, "0"),
  });
}

export type YuchoDoubt = "BRANCH_ENDS_IN_8_OR_9" | "TYPE_DISAGREES_WITH_BRANCH";

/** What speaks against an account that was typed directly: often the symbol was taken for the branch. */
export function doubtsAboutYucho(branchCode: string, accountType: string): YuchoDoubt[] {
  const expected = { "8": "1", "9": "2" }[branchCode.slice(-1)];
  if (expected === undefined) return ["BRANCH_ENDS_IN_8_OR_9"];
  return accountType === expected ? [] : ["TYPE_DISAGREES_WITH_BRANCH"];
}
