import { largeKana } from "@/lib/japan/zengin";

/*
 * What may be seen of a person by those who may not see it all: enough to tell two of them apart, and too little to pay
 * or to find one by. Players' own ids are the merchant's words for them and are not masked.
 */

const HIDDEN = "•••";

/** So many of an account's last digits are shown, where it is long enough for the rest to be unknown. */
export const DIGITS_SHOWN = 3;
export const SHOWN_FROM = 6;

/** An account with its last three digits; of a short one nothing is left. */
export function maskedAccount(account: string): string {
  const digits = [...account];
  return digits.length < SHOWN_FROM ? HIDDEN : HIDDEN + digits.slice(-DIGITS_SHOWN).join("");
}

/** A name with its first letter or kana. */
export const maskedName = (name: string): string => ([...name.trim()][0] ?? "") + HIDDEN;

/** A payment link with its host alone: the rest opens the page, which shows the account. */
export function maskedLink(link: string): string {
  const url = URL.canParse(link) ? new URL(link) : null;
  return url?.host ? `${url.protocol}//${url.host}/${HIDDEN}` : HIDDEN;
}

/** What kind of thing is in a field, by the names that the service and our own records use. */
export type Personal = "account" | "name";

const FIELDS: ReadonlyMap<string, Personal> = new Map([
  ["destinationAccount", "account"],
  ["destinationAccountName", "name"],
  ["payerAccount", "account"],
  ["payerAccountName", "name"],
  ["receiverAccount", "account"],
  ["receiverName", "name"],
  ["userName", "name"],
]);

/** Null for a field that is not known to hold anything personal. */
export const personalIn = (field: string): Personal | null => FIELDS.get(field) ?? null;

/** Of any other field nothing is left. */
export function masked(kind: Personal | "other", value: string): string {
  if (value === "") return value;
  switch (kind) {
    case "account":
      return maskedAccount(value);
    case "name":
      return maskedName(value);
    case "other":
      return HIDDEN;
  }
}

/** What must not be read in a free text. */
export type Values = readonly (string | null | undefined)[];

/** A free text without these values: the service may repeat a name in a message, and a person in a reason. */
export function without(text: string, values: Values): string {
  const { folded, parts } = foldedText(text);
  const hidden = values.flatMap((value) => (value ? rangesOf(value, text, { folded, parts }) : []));
  let shown = "";
  let end = 0;
  for (const range of hidden.toSorted((a, b) => a.start - b.start)) {
    if (range.start >= end) shown += text.slice(end, range.start) + HIDDEN;
    end = Math.max(end, range.end);
  }
  return shown + text.slice(end);
}

/** What a text must not show the reader: these values, or all of it where whom it may name is unknown. */
export type Hidden = Values | "all";

/** The same of texts about an order, that people typed or that the service said; null where nothing is hidden. */
export type HiddenInOrder = { typed: Hidden; said: Hidden } | null;

const freeOf = (text: string, hidden: Hidden): string =>
  hidden === "all" ? masked("other", text) : without(text, hidden);

/** A text that people typed about an order. */
export const shownText = (text: string, hidden: HiddenInOrder): string => (hidden ? freeOf(text, hidden.typed) : text);

type Range = { start: number; end: number };
/** What names and numbers are compared by. `parts` has the place in the text of each of its UTF-16 units. */
type Folded = { folded: string; parts: Range[] };

/**
 * What may stand within a name or a number or not. Banks write the long vowel mark as a hyphen. No comma beside a digit:
 * it would join the figures of an amount.
 */
const SEPARATOR = String.raw`[\s\p{Pd}\p{Cf}−・･.．ーｰ]|(?<!\p{Nd})[,，、､](?!\s*\p{Nd})`;
const SEPARATORS = new RegExp(SEPARATOR, "gu");
/** A long vowel mark is part of the kana before it. */
const PARTS = new RegExp(String.raw`(?:${SEPARATOR})|([^]\p{M}*(?:(?<!\p{Nd})[ーｰ]+)?)`, "gu");

/** In one width and case, with large kana and no long vowel mark, as banks have it. Voice marks are apart. */
const fold = (text: string) =>
  Array.from(text.normalize("NFKD").toLowerCase().replaceAll("ー", ""), largeKana).join("");

function foldedText(text: string): Folded {
  let folded = "";
  const parts: Range[] = [];
  for (const { 1: part, index: start } of text.matchAll(PARTS)) {
    if (part === undefined) continue;
    const units = fold(part);
    folded += units;
    for (let unit = 0; unit < units.length; unit += 1) parts.push({ start, end: start + part.length });
  }
  return { folded, parts };
}

/** Where a value is, as it is spelt or with other separators, case or width. */
function rangesOf(value: string, text: string, { folded, parts }: Folded): Range[] {
  const wanted = fold(value.replaceAll(SEPARATORS, ""));
  const { length } = [...wanted.normalize("NFC")];
  // A single character is no name that one could take out; with a long vowel mark it may be, as リー is.
  if (length === 0 || (length === 1 && !/[ーｰ]/.test(value))) return [];
  const found: Range[] = [];
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    const after = at + wanted.length;
    const [prior, first, last, next] = [parts[at - 1], parts[at], parts[after - 1], parts[after]];
    if (!first || !last) continue;
    const range = { start: first.start, end: last.end };
    const [before, behind] = [
      prior?.end === range.start ? folded.slice(at - 1, at + 1) : "",
      next && next.start <= range.end ? folded.slice(after - 1, after + 1) : "",
    ];
    if (MARKED.test(behind)) continue;
    const isInside = length === 1 || MIDDLE.test(before) || MIDDLE.test(behind);
    if (!isInside || isSpelt(value, text.slice(range.start, range.end))) found.push(range);
  }
  return found;
}

/** The mark makes another kana of the one before: ハ and バ. */
const MARKED = /.\p{M}$/su;
/** Two units within a word or number. Words of other scripts have no ends that one could see. */
const MIDDLE = /(?:\p{Script=Latin}|[\u0300-\u036f])\p{Script=Latin}|\p{Nd}{2}/u;

/** As it is spelt, or without its spaces, it is hidden within a longer word, too. */
const isSpelt = (value: string, found: string): boolean =>
  [value.trim(), value.replaceAll(/\s/gu, "")].some((spelling) => width(spelling) === width(found));
const width = (text: string) => text.normalize("NFKC");

/** The service's reason as the reader may see it. */
export const shownFailure = <F extends { message?: string; fields?: string[] } | object>(
  failure: F,
  hidden: Hidden,
): F => ({
  ...failure,
  ...("message" in failure && failure.message !== undefined && { message: freeOf(failure.message, hidden) }),
  ...("fields" in failure &&
    failure.fields && { fields: hidden === "all" ? [] : failure.fields.map((line) => without(line, hidden)) }),
});

/** The names of a player's registrations. Of a player whom others registered they are unknown. */
export const namesOf = (registered: readonly { userName: string | null }[]): Hidden =>
  registered.length > 0 && registered.every(({ userName }) => userName)
    ? registered.map(({ userName }) => userName)
    : "all";

/** Filters of lists, as addresses or objects. What was searched for may be a name or an account. */
const FILTERS = ["filter", "query"];
/** Lists of amounts and thresholds: objects that hold nothing personal. */
const PLAIN_OBJECTS = ["limits", "rules", "totals"];

/** What a person typed freely. */
const TYPED = ["reason", "note"];

/**
 * The same for the lines of the audit log: names are masked, and typed text is left out where whom it names is unknown.
 * Digests are left out as well: they would confirm a guess at what is masked. So are objects whose shape is unknown.
 */
export function maskedDetail(detail: Record<string, unknown>, hidden: Hidden = "all"): Record<string, unknown> {
  const kept = Object.entries(detail).flatMap(([field, value]): [string, unknown][] => {
    if (field === "digest" || field === "sha256") return [];
    if (FILTERS.includes(field)) return [[field, withoutSearch(value)]];
    if (typeof value !== "string") return isPlain(value) || PLAIN_OBJECTS.includes(field) ? [[field, value]] : [];
    if (TYPED.includes(field)) return hidden === "all" ? [] : [[field, without(value, hidden)]];
    // `before` is the name that a player had before.
    const kind = field === "before" ? "name" : personalIn(field);
    return [[field, kind ? masked(kind, value) : value]];
  });
  return Object.fromEntries(kept);
}

const isScalar = (value: unknown) => typeof value !== "object" || value === null;
const isPlain = (value: unknown) => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

/** A filter without its free text. */
function withoutSearch(filter: unknown): unknown {
  if (typeof filter === "string") return filter.replaceAll(/(^|[?&])q=[^&]*&?/g, "$1").replace(/[?&]$/, "");
  if (filter === null || typeof filter !== "object") return filter;
  return Object.fromEntries(Object.entries(filter).filter(([part, value]) => part !== "q" && isPlain(value)));
}

type Line = { action: string; subject: string; detail: Record<string, unknown> };

/** A line without its order or player beside it. A view may be called what it searches for. */
export function maskedLine({ action, subject, detail }: Line): Pick<Line, "subject" | "detail"> {
  const shown = maskedDetail(detail);
  if (!action.startsWith(VIEW_ACTIONS)) return { subject, detail: shown };
  const { held, ...rest } = shown;
  const before = typeof held === "string" ? { held: maskedName(held) } : {};
  return { subject: maskedName(subject), detail: { ...rest, ...before } };
}

/** What is done to saved views; their lines name them. */
export const VIEW_ACTIONS = "view.";
