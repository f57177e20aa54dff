import { err, ok, type Result } from "@/lib/result";
import { abbreviateCompany } from "./company";
import { type CharacterProblem, LOOK_ALIKES, problemOf } from "./kana";
import { fullWidthName, hasDashForProlonged, zenginOf } from "./zengin";

/** One character that no bank takes. `position` counts characters of `name` from 0. */
export type AccountNameProblem = {
  code: CharacterProblem | "EMPTY" | "SMALL_KA_KE" | "LEADING_PROLONGED" | "TOO_LONG";
  character: string;
  position: number;
};

export type AccountNameWarning =
  | "UNUSUAL_KANA"
  | "WO_NOT_ACCEPTED_BY_ALL_BANKS"
  | "SYMBOL_NOT_ACCEPTED_BY_ALL_BANKS"
  | "LONGER_THAN_BULK_FILE_FIELD";

export type AccountName = {
  /** Full-width, small kana kept: the text to store, to sign and to send. */
  name: string;
  /** What a bank makes of it. One byte a character. */
  zengin: string;
  /** Done, and to be accepted by a person. */
  confirm: ("COMPANY_ABBREVIATION" | "DASH_TO_PROLONGED")[];
  warnings: AccountNameWarning[];
};

export type AccountNameRefusal = {
  name: string;
  problems: AccountNameProblem[];
  /** A name that is right if the look-alikes and dots are what they seem; offered, never applied. */
  suggestion: string | null;
};

/** A recipient's field in a bulk transfer file. Some banks cut longer names. */
const BULK_FILE_BYTES = 30;
/** What a single transfer takes (MUFG). */
const MAX_BYTES = 48;

const WARNINGS: [AccountNameWarning, (name: string, zengin: string) => boolean][] = [
  ["UNUSUAL_KANA", (name) => /[ヰヱ]/.test(name)],
  ["WO_NOT_ACCEPTED_BY_ALL_BANKS", (_name, zengin) => zengin.includes("ｦ")],
  ["SYMBOL_NOT_ACCEPTED_BY_ALL_BANKS", (_name, zengin) => /[,\\｢｣]/.test(zengin)],
  ["LONGER_THAN_BULK_FILE_FIELD", (_name, zengin) => zengin.length > BULK_FILE_BYTES],
];

/** Katakana but for ヵ and ヶ, which have several readings and no narrow form. */
const ACCEPTED = /[\u30a1-\u30f4ー\u3000０-９Ａ-Ｚ（）－．／，「」￥]/;

/**
 * The holder of an account as Japanese banks write it: katakana, capital letters, digits and a few signs. Company
 * accounts are `カ）ヤマダ`, so this is wider than a player's name. Nothing is ever cut.
 */
export function readAccountName(typed: string): Result<AccountName, AccountNameRefusal> {
  const abbreviated = abbreviateCompany(typed);
  const name = fullWidthName(abbreviated);
  const zengin = zenginOf(name);
  const problems = problemsOf(name, zengin);
  if (problems.length > 0) return err({ name, problems, suggestion: suggestionFor(name) });

  return ok({
    name,
    zengin,
    confirm: [
      ...(abbreviated === typed.trim() ? [] : (["COMPANY_ABBREVIATION"] as const)),
      ...(hasDashForProlonged(abbreviated) ? (["DASH_TO_PROLONGED"] as const) : []),
    ],
    warnings: WARNINGS.flatMap(([warning, applies]) => (applies(name, zengin) ? [warning] : [])),
  });
}

function problemsOf(name: string, zengin: string): AccountNameProblem[] {
  if (name === "") return [{ code: "EMPTY", character: "", position: 0 }];
  const characters = [...name];
  const problems = characters.flatMap((character, position): AccountNameProblem[] => {
    if (position === 0 && zengin.startsWith("-")) return [{ code: "LEADING_PROLONGED", character, position }];
    if (ACCEPTED.test(character)) return [];
    const code = character === "ヵ" || character === "ヶ" ? "SMALL_KA_KE" : problemOf(character);
    return [{ code, character, position }];
  });
  return zengin.length > MAX_BYTES
    ? [...problems, { code: "TOO_LONG", character: "", position: characters.length }]
    : problems;
}

/** Only beside real kana: a name all in kanji has a reading, and that is not for us to guess. */
function suggestionFor(name: string): string | null {
  if (!/[\u30a1-\u30f4]/.test(name)) return null;
  const replaced = [...name].map((character) => LOOK_ALIKES.get(character) ?? character).join("");
  const suggestion = fullWidthName(replaced.replaceAll("・", "\u3000"));
  return problemsOf(suggestion, zenginOf(suggestion)).length === 0 ? suggestion : null;
}
