import "server-only";
import type { Ctx } from "@/lib/auth/context";
import { nameKey, nameKeys, nameReadings } from "@/lib/japan/name-key";
import { compareAmounts } from "@/lib/money/amount";
import { readTypedAmount } from "@/lib/money/amount-input";
import { seesPii } from "@/lib/pii/access";
import { DIGITS_SHOWN, SHOWN_FROM } from "@/lib/pii/mask";
import type { BatchRow } from "./access";

/** Fewer characters begin too many IDs, and begin or end too many accounts: they are mostly a line. */
const PART_FROM = 3;

type FoundRow = Pick<BatchRow, "line" | "referenceId" | "fields" | "terms" | "amount" | "currency">;

/**
 * Whether a row is what was typed: its line, its order's ID or its player's or their beginning, the first or last digits of
 * its account, a part of its payee's name in any kana, or its amount. Readers of masked accounts cannot find by masked
 * values.
 */
export function rowFinder(ctx: Pick<Ctx, "actor">, typed: string): (row: FoundRow) => boolean {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  const digits = text.replace(/[\s•*…・.-]/g, "");
  const money = readTypedAmount(text);
  const isAccount = accountFinder(ctx, /^\d+$/.test(digits) ? digits : "");
  const names = seesPii(ctx) && !/\d/.test(text) ? nameKeys(nameReadings(typed)) : [];
  return ({ line, referenceId, fields, terms, amount, currency }) =>
    String(line) === digits ||
    [referenceId, fields.playerId].some((id) => isIdOrBegins(id.toLowerCase(), text)) ||
    isAccount(terms?.destinationAccount ?? fields.destinationAccount) ||
    names.some((key) => nameKey(terms?.destinationAccountName ?? fields.destinationAccountName).includes(key)) ||
    (money !== null &&
      amount !== null &&
      (money.currency ?? currency) === currency &&
      compareAmounts(money.amount, amount) === 0);
}

const isIdOrBegins = (id: string, text: string) => id === text || (text.length >= PART_FROM && id.startsWith(text));

function accountFinder(ctx: Pick<Ctx, "actor">, digits: string): (account: string) => boolean {
  if (digits.length < PART_FROM) return () => false;
  if (seesPii(ctx)) return (account) => account.startsWith(digits) || account.endsWith(digits);
  return (account) => digits.length === DIGITS_SHOWN && account.length >= SHOWN_FROM && account.endsWith(digits);
}
