import "server-only";
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { begins, ends } from "@/lib/db/prefix";
import { nameKeys, nameReadings } from "@/lib/japan/name-key";
import { readTypedAmount } from "@/lib/money/amount-input";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { seesPii } from "@/lib/pii/access";
import { DIGITS_SHOWN, SHOWN_FROM } from "@/lib/pii/mask";
import { referenceIdsEnding } from "@/lib/transactions/submission/reference";

const t = transactions;

/** Minimum length of an ID or account: fewer characters match too many orders. */
const BEGINS_FROM = 3;
const NAME_FROM = 2;

/**
 * The orders that match a search: by the beginning of an ID, by account, name or amount, each with an index. Readers of
 * masked accounts cannot find orders by masked values.
 */
export function foundBy(ctx: Ctx, typed: string): SQL | undefined {
  const text = typed.normalize("NFKC").trim();
  const amount = readTypedAmount(text);
  const currencies = amount?.currency ? [amount.currency] : [...KNOWN_CURRENCIES];
  // Ours are upper case, and those of other systems are as they are.
  const ids = [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
  // Other systems may have registered a player in full width.
  const players = [...new Set([text, typed])];
  const isBeginning = text.length >= BEGINS_FROM;
  return or(
    inArray(t.referenceId, [...ids, ...referenceIdsEnding(text, ctx.now())]),
    inArray(t.transactionId, ids),
    inArray(t.playerId, players),
    ...(isBeginning ? ids.flatMap((id) => [begins(t.referenceId, id), begins(t.transactionId, id)]) : []),
    ...(isBeginning ? players.map((id) => begins(t.playerId, id)) : []),
    amount ? and(inArray(t.currency, currencies), eq(t.amount, amount.amount)) : undefined,
    ...byAccount(ctx, text),
    ...byName(ctx, typed),
  );
}

function byAccount(ctx: Ctx, text: string): (SQL | undefined)[] {
  const digits = text.replace(/[\s•*…・.-]/g, "");
  if (!/^\d{3,20}$/.test(digits)) return [];
  if (!seesPii(ctx))
    return digits.length === DIGITS_SHOWN
      ? [and(ends(t.partyDigits, digits), sql`length(${t.partyDigits}) >= ${SHOWN_FROM}`)]
      : [];
  return [begins(t.partyDigits, digits), begins(t.partyDigits, digits.padStart(7, "0")), ends(t.partyDigits, digits)];
}

function byName(ctx: Ctx, typed: string): SQL[] {
  if (!seesPii(ctx) || /\d/.test(typed)) return [];
  return nameKeys(nameReadings(typed))
    .filter((key) => [...key].length >= NAME_FROM)
    .map((key) => begins(t.partyKey, key));
}
