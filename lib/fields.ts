import { z } from "zod";
import { type OverLimit, tooLong } from "@/lib/i18n/over-limit";
import { type Anchor, VALUE_SEPARATOR } from "@/lib/list/page";
import { parseTypedAmount } from "@/lib/money/amount-input";
import { WITHDRAWAL_CURRENCIES, type WithdrawalCurrency } from "@/lib/money/currencies";
import type { AmountProblem } from "@/lib/money/parse";
import { tokyoDayRange } from "@/lib/time";

/**
 * What every form field has in common: text that can be signed and sent, and a code for what is wrong with it.
 * The screens have words for each code in both languages (messages: "fields").
 */
export const FIELD_PROBLEMS = [
  "required",
  "oneOfThese",
  "tooLong",
  "tooWide",
  "networksTooMany",
  "unusableCharacter",
  "bankCode",
  "branchCode",
  "accountNumber",
  "accountName",
  "accountNameTooLong",
  "yuchoBranch",
  "yuchoType",
  "yuchoUnconverted",
  "asTyped",
  "nameUnconfirmed",
  "accountType",
  "currency",
  "amountNotANumber",
  "amountSigned",
  "amountComma",
  "amountZero",
  "amountDecimals",
  "amountTooLong",
  "ruleTwice",
  "apiKeyName",
  "playerIdPrefixed",
  "playerIdWide",
  "playerName",
  "playerTwice",
  "email",
  "attachmentGone",
  "httpsAddress",
  "addressWithUser",
  "publicHost",
  "network",
  "timeOrder",
  "dayRange",
  "dayOver",
  "dayAhead",
  "clockTime",
  "minutes",
  // What a file has wrong with a cell, or with a row.
  "formula",
  "exponent",
  "cellFormat",
  "numberPrecision",
  "unreadable",
  "quotes",
  "lineBreak",
  "hiddenRow",
  "columnCount",
  "recordLength",
  "recordCharacter",
  "recordShifted",
  "recordDigits",
  // Of a line of the merchant's ledger.
  "orderType",
  "moment",
  // Of the query of the merchant's database.
  "selectQuery",
  // Of an entry of a bank statement.
  "entryLength",
  "entryDay",
  "entryDigits",
  "entryDirection",
  "entryState",
] as const;
export type FieldProblem = (typeof FIELD_PROBLEMS)[number];

/** A problem code as zod's message; a code without a translation does not compile. */
export const problem = (code: FieldProblem) => code;

// Control characters are signed differently by different implementations, and no field needs them.
const UNUSABLE = /\p{Cc}|\p{Cs}|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

const UNUSABLE_ALL = new RegExp(UNUSABLE, "gu");

/** Without what cannot be seen and comes along when one copies from a page or a PDF; line breaks and tabs are spaces. */
export const visibleText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replace(UNUSABLE_ALL, "");

/** What a list is filtered by: what cannot be seen is dropped rather than refused, as a list without its filter has all. */
export const filterText = (max: number) =>
  z
    .string()
    .transform((text) => {
      const read = visibleText(text).normalize("NFC").trim();
      return read === "" ? undefined : [...read].slice(0, max).join("");
    })
    .optional()
    .catch(undefined);

/** The same, of the field that a list is searched by: empty where nothing is typed. */
export const findText = (max: number) => filterText(max).transform((text) => text ?? "");

/** One line of text, in NFC because NFC and NFD sign differently, without what cannot be seen. `max` in characters. */
export const line = (max: number, over = tooLong(max)) =>
  z
    .string({ error: problem("required") })
    .trim()
    .min(1, problem("required"))
    .refine((text) => text.isWellFormed() && !UNUSABLE.test(text), problem("unusableCharacter"))
    .transform((text) => text.normalize("NFC"))
    .refine((text) => [...text].length <= max, over);

const NOTE_MAX = 2_000;

/** The same over several lines: what a person writes for others to read, and nothing that is signed or sent. */
export const noteText = z
  .string({ error: problem("required") })
  .transform((text) => text.replaceAll(/\r\n?/g, "\n").trim())
  .refine((text) => text !== "", problem("required"))
  .refine((text) => text.isWellFormed() && !UNUSABLE.test(text.replaceAll(/[\n\t]/g, "")), problem("unusableCharacter"))
  .transform((text) => text.normalize("NFC"))
  .refine((text) => [...text].length <= NOTE_MAX, tooLong(NOTE_MAX));

/** One line where the field may be left empty: then it is the empty text. */
export const optionalLine = (max: number, over?: OverLimit) =>
  z.string({ error: problem("required") }).transform((text, context) => {
    if (text.trim() === "") return "";
    const read = line(max, over).safeParse(text);
    if (read.success) return read.data;
    for (const { message } of read.error.issues) context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

/**
 * What people write for others to read: the tabs of cells that were pasted are spaces. In an ID they are refused, as it
 * would be another one.
 */
export const words = <T extends z.ZodType<string, string>>(text: T) =>
  z
    .string({ error: problem("required") })
    .transform((typed) => typed.replaceAll("\t", " "))
    .pipe(text);

const REASON_MAX = 500;

/** Why a person does something. */
export const reasonText = words(line(REASON_MAX));
export const optionalReason = words(optionalLine(REASON_MAX));

/**
 * What was on screen, and comes back to be compared alone: as long as the service may make it
 * (lib/payments-api/values.ts).
 */
export const shownCurrency = z.string().max(300);
export const shownAmount = z
  .string()
  .max(200)
  .regex(/^-?\d+(\.\d+)?$/);

const ADDRESS_MAX = 2_000;

/** An https address without a user in it. What it leads to is checked with each request. */
export const httpsAddress = line(ADDRESS_MAX)
  .refine((text) => URL.parse(text)?.protocol === "https:", problem("httpsAddress"))
  .refine((text) => {
    const url = URL.parse(text);
    return url === null || (url.username === "" && url.password === "");
  }, problem("addressWithUser"));

/** The same as a person enters it: by the name of a public host, as its certificate has it, so that a slip is seen here. */
export const hookAddress = httpsAddress.refine(
  (text) => !/^[\d.]+$|^\[|^localhost$|\.(?:localhost|local|internal)$/.test(URL.parse(text)?.hostname ?? ""),
  problem("publicHost"),
);

/** A time of day, as `09:30`, however wide it was typed; the hour may have one digit. */
export const clockTime = z
  .string()
  .transform((text) => text.normalize("NFKC").trim().replace(/^\d:/, "0$&"))
  .pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, problem("clockTime")));

/** A Tokyo day, as `2026-11-21`. */
export const tokyoDayText = z.string().refine((text) => tokyoDayRange(text) !== null);

/** The days of a filter, both included, from an address; with one that is none, that side is open. */
export const dayParts = {
  from: tokyoDayText.optional().catch(undefined),
  to: tokyoDayText.optional().catch(undefined),
};

/** Several of a few values, in their usual order. What is none of them is left out. */
export const severalOf = <T extends string>(known: readonly T[]) =>
  several((values) => known.filter((one) => values.includes(one)));

/** So many values of a filter are read. */
const SEVERAL_MAX = 50;

/** Several values of which each is read separately. What cannot be read is left out. */
export const severalLike = (one: z.ZodType<string, string>) =>
  several((values) => values.slice(0, SEVERAL_MAX).flatMap((value) => one.safeParse(value).data ?? []));

const several = <T extends string>(read: (values: string[]) => T[]) =>
  z
    .string()
    .transform((text) => {
      const values = read([...new Set(text.split(VALUE_SEPARATOR))]);
      return values.length > 0 ? values : undefined;
    })
    .optional()
    .catch(undefined);

const place = z.string().max(200).optional().catch(undefined);

/** Where a page of a list begins or ends, from an address; beside other parts of it by `withAnchor`. */
export const anchorParts = { after: place, before: place, with: place };

export function anchorOf(places: { [Kind in Anchor["kind"]]?: string | undefined }): Anchor | undefined {
  for (const kind of ["after", "before", "with"] as const) {
    const at = places[kind];
    if (at) return { kind, place: at };
  }
}

type Places = Parameters<typeof anchorOf>[0];

/** What an address says of a list: the filter, and the anchor of the page. */
export const withAnchor = <Filter extends Places>({ after, before, with: top, ...filter }: Filter) => ({
  ...filter,
  anchor: anchorOf({ after, before, with: top }),
});

/** Digits, however wide they were typed. Leading zeros stay: codes are text. */
export const digits = (pattern: RegExp, code: FieldProblem) =>
  z
    .string({ error: problem("required") })
    .transform((text) => text.trim().replace(/[０-９]/g, narrow))
    .refine((text) => text !== "", problem("required"))
    .refine((text) => text === "" || pattern.test(text), problem(code));

const narrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0);

export const AMOUNT_PROBLEMS: Record<AmountProblem["kind"], FieldProblem> = {
  empty: "required",
  not_a_number: "amountNotANumber",
  exponent: "amountNotANumber",
  signed: "amountSigned",
  misplaced_comma: "amountComma",
  zero: "amountZero",
  too_long: "amountTooLong",
  too_many_decimals: "amountDecimals",
};

/** An amount as a person types it, as the decimal string that is sent. */
export const amountIn = (currency: string) => typedAmount(currency, { zeroIsOne: false });

/** The amount from which on something holds: zero is one, too. */
export const thresholdIn = (currency: string) => typedAmount(currency, { zeroIsOne: true });

/** One object for each currency that the service pays out in, by its `currency`. */
export function eachCurrency<O extends z.ZodObject>(objectIn: (currency: WithdrawalCurrency) => O) {
  const [first, ...others] = WITHDRAWAL_CURRENCIES;
  return z.discriminatedUnion("currency", [objectIn(first), ...others.map(objectIn)], { error: problem("currency") });
}

const typedAmount = (currency: string, { zeroIsOne }: { zeroIsOne: boolean }) =>
  z.string({ error: problem("required") }).transform((text, context) => {
    const parsed = parseTypedAmount(text, currency);
    if (parsed.ok) return parsed.value;
    if (zeroIsOne && parsed.error.kind === "zero") return "0";
    context.addIssue({ code: "custom", message: problem(AMOUNT_PROBLEMS[parsed.error.kind]) });
    return z.NEVER;
  });

/** The first problem of each field, as the code that the screens have words for. */
export function fieldProblems(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of error.issues) problems[issue.path.join(".")] ??= issue.message;
  return problems;
}

/** What a text, or bytes in UTF-8, say as JSON; undefined where they are none. */
export function parsedJson(from: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof from === "string" ? from : new TextDecoder("utf-8", { fatal: true }).decode(from));
  } catch {
    return undefined;
  }
}
