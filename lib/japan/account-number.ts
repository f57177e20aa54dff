import { err, ok, type Result } from "@/lib/result";

/** What was done to a typed number without asking. */
export type AccountNumberChange = "WIDTH" | "SPACES" | "HYPHENS" | "PADDED";

export type AccountNumber = { value: string; changes: AccountNumberChange[]; warnings: "ALL_ZERO"[] };

export type AccountNumberProblem =
  | { code: "EMPTY" }
  | { code: "NOT_DIGITS"; character: string }
  /** `hint`: a number of this form at Japan Post Bank is a passbook number, to be converted. */
  | { code: "TOO_LONG"; hint?: "YUCHO_CONVERT" };

/** Zengin: seven digits, zeros on the left. */
const DIGITS = 7;
const YUCHO = "9900";

const STEPS: [AccountNumberChange, (text: string) => string][] = [
  ["WIDTH", (text) => text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))],
  ["SPACES", (text) => text.replace(/\s/g, "")],
  ["HYPHENS", (text) => text.replace(/(?<=\d)[-‐‑–−－ー](?=\d)/g, "")],
  ["PADDED", (text) => (/^\d+$/.test(text) ? text.padStart(DIGITS, "0") : text)],
];

/** An account number at a Japanese bank; `bankCode` where it is known. */
export function readAccountNumber(typed: string, bankCode?: string): Result<AccountNumber, AccountNumberProblem> {
  const changes: AccountNumberChange[] = [];
  let value = typed;
  for (const [change, step] of STEPS) {
    const before = value;
    value = step(before);
    if (value !== before) changes.push(change);
  }
  if (value === "") return err({ code: "EMPTY" });
  const [strange] = value.match(/\D/u) ?? [];
  if (strange !== undefined) return err({ code: "NOT_DIGITS", character: strange });
  if (value.length > DIGITS) {
    const isPassbook = bankCode === YUCHO && /^\d{7}1$/.test(value);
    return err({ code: "TOO_LONG", ...(isPassbook && { hint: "YUCHO_CONVERT" }) });
  }
  return ok({ value, changes, warnings: /^0+$/.test(value) ? ["ALL_ZERO"] : [] });
}
