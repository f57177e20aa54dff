import { visibleText } from "@/lib/fields";
import { type NameReading, nameReadings } from "@/lib/japan/name-key";
import { readTypedAmount, type TypedAmount } from "@/lib/money/amount-input";

/** What a query may mean. One text can mean several things: 12000 is an amount, and a player's ID. */
export type SearchQuery = {
  /** As it was typed, trimmed, for ids and for banks. */
  text: string;
  /** Ids that it may be, exactly; also one that stands in a sentence, and one that was typed in other case. */
  ids: string[];
  /** The ID of a player as it was typed, where that is another one in half width; else null. */
  asTyped: string | null;
  /** The beginning of an id in any case, or the end of a player's: players are known by their numbers. */
  beginning: string | null;
  amount: TypedAmount | null;
  names: NameReading[];
  account: AccountQuery | null;
  /** The ID to check at the service when it is not recorded here; only a likely one is checked automatically. */
  asks: { id: string; isLikely: boolean } | null;
  /** Where the text is several words that may each be something else (p-30002 30000): what each may be. */
  words: SearchTerms[];
};

/** One of several words, or a text that is only one thing. */
export type SearchTerms = Omit<SearchQuery, "words">;

/** `whole`: an account number as it may be written down. `end`: its last digits, which is what most people know. */
export type AccountQuery = { whole: string[]; end: string };

const MAX = 200;
/** Of an id, an account or a name, fewer characters are too many orders. */
const BEGINS_FROM = 3;
const END_FROM = 3;
const NAME_FROM = 2;

/** Null where there is nothing to search for. */
export function parseQuery(typed: string): SearchQuery | null {
  const whole = readOne(typed);
  if (!whole) return null;
  const parts = whole.amount === null ? partsOf(whole.text) : [];
  return { ...whole, words: parts.length > 1 ? parts.map(readOne).filter((one) => one !== null) : [] };
}

const MOST_PARTS = 4;

/** The words of a text, an amount with its currency and the words of a name together. None where there are too many. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = parts.at(-1);
    const both = `${last} ${word}`;
    const isOnePart = last !== undefined && (readTypedAmount(both) !== null || !/\d/.test(both));
    if (isOnePart) parts[parts.length - 1] = both;
    else parts.push(word);
  }
  return parts.length > MOST_PARTS ? [] : parts;
}

function readOne(typed: string): SearchTerms | null {
  const text = plainText(typed);
  if (text === "") return null;
  const amount = readTypedAmount(text);
  const token = idIn(text);
  const names = nameReadings(typed.slice(0, MAX)).filter(({ key }) => [...key].length >= NAME_FROM && /\D/.test(key));
  return {
    text,
    asTyped: asTypedId(typed, text),
    ids: token === null ? [] : [...new Set([token, token.toUpperCase(), token.toLowerCase()])],
    beginning: token !== null && token.length >= BEGINS_FROM ? token : null,
    amount,
    // Names of people have no digits; companies' may, and then words beside them.
    names: amount !== null || (token !== null && /\d/.test(token)) ? [] : names,
    account: token !== null && UUID.test(token) ? null : readAccount(text),
    // Written with ¥, 円 or commas it is an amount and nothing else.
    asks:
      token === null || (amount !== null && !WHOLE.test(token))
        ? null
        : { id: token, isLikely: isLikelyId(token, amount) },
  };
}

const plainText = (typed: string) => [...visibleText(typed).normalize("NFKC").trim()].slice(0, MAX).join("").trim();

/** Other systems may have registered a player in full width. */
function asTypedId(typed: string, text: string): string | null {
  const id = visibleText(typed).normalize("NFC").trim();
  return id === text || /\s/.test(id) || id.length > MAX ? null : id;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const OURS = /\b(?:(?:WD|DP)-\d{8}-[0-9A-Z]{8}|WB-[0-9A-Z]{12}-\d{5,})(?:-\d+)?\b/i;

/** Nothing but what ids are made of: one id, though a part of it may look like another. */
const WHOLE = /^[\w.-]+$/;

/** An id: the text itself where it can be one, else one that stands somewhere in it. */
function idIn(text: string): string | null {
  const bare = text.replace(/^["'「『(<#]+|["'」』)>,.;:。、]+$/g, "");
  const found = WHOLE.test(bare) ? bare : (OURS.exec(bare)?.[0] ?? UUID.exec(bare)?.[0]);
  if (found) return found;
  return bare !== "" && !/\s/.test(bare) ? bare : null;
}

/** Short numbers are amounts and accounts, and words are names; the service is asked about those only if one says so. */
function isLikelyId(token: string, amount: TypedAmount | null): boolean {
  if (!/^[\u0021-\u007e]{4,}$/.test(token)) return false;
  if (/^\d+$/.test(token)) return token.length > 10;
  return amount === null && /[\d_-]/.test(token) && /[0-9a-z]/i.test(token) && !/^[•*.…\d-]+$/.test(token);
}

/** Seven digits in Japan, ten and more elsewhere; also as we show them, with what is hidden before the last ones. */
function readAccount(text: string): AccountQuery | null {
  const digits = text.replace(/[\s-]/g, "");
  const hidden = /^[•*…・.]+(\d+)$/.exec(digits)?.[1];
  if (hidden) return hidden.length >= END_FROM ? { whole: [], end: hidden } : null;
  if (!/^(\d{3,20}|[0-9a-z]{20,128})$/i.test(digits)) return null;
  const padded = digits.length < 7 ? [digits.padStart(7, "0")] : [];
  return { whole: [digits, ...padded], end: digits };
}
