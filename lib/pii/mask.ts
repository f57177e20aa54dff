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
  const known = values.flatMap((value) => spellingsOf(value ?? "")).sort((a, b) => b.length - a.length);
  const rest = known.reduce((left, value) => left.replaceAll(value, HIDDEN), text);
  // Banks write the same name in half width: compare it in full width.
  const wide = rest.normalize("NFKC");
  return known.some((value) => wide.includes(value))
    ? known.reduce((left, value) => left.replaceAll(value, HIDDEN), wide)
    : rest;
}

/** A name is also said with another space in it, or none. A single letter is no name that one could take out. */
function spellingsOf(value: string): string[] {
  const plain = value.normalize("NFKC").trim();
  const all = [value, plain, value.replaceAll(/\s/gu, ""), plain.replaceAll(/\s/gu, "")];
  return [...new Set(all)].filter((spelling) => [...spelling].length > 1);
}

/** The service's reason without them. */
export const failureWithout = <F extends { message?: string; fields?: string[] } | object>(
  failure: F,
  values: Values,
): F => ({
  ...failure,
  ...("message" in failure && failure.message !== undefined && { message: without(failure.message, values) }),
  ...("fields" in failure && failure.fields && { fields: failure.fields.map((line) => without(line, values)) }),
});

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
export function maskedDetail(detail: Record<string, unknown>, values?: Values): Record<string, unknown> {
  const kept = Object.entries(detail).flatMap(([field, value]): [string, unknown][] => {
    if (field === "digest" || field === "sha256") return [];
    if (FILTERS.includes(field)) return [[field, withoutSearch(value)]];
    if (typeof value !== "string") return isPlain(value) || PLAIN_OBJECTS.includes(field) ? [[field, value]] : [];
    if (TYPED.includes(field)) return values ? [[field, without(value, values)]] : [];
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
