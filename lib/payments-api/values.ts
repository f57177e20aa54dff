import { createHash } from "node:crypto";
import { z } from "zod";
import { plainAmount } from "@/lib/money/amount";

/** Text that every implementation of the canonical form escapes alike: no control characters, no half surrogates. */
const isSendable = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

export const sendable = z.string().min(1).refine(isSendable, "must not hold control characters or broken characters");
export const webAddress = z.url({ protocol: /^https?$/ });
export const payable = z.string().regex(/^(?=.*[1-9])(0|[1-9]\d*)(\.\d+)?$/, "must be a positive decimal number");

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair; both are shown as U+FFFD. */
const keepable = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd");
const notEmpty = z.string().min(1, "must not be empty");

/** What the service said. */
export const words = z.string().transform(keepable);
export const named = notEmpty.transform(keepable);

/** Longer than any name or id of an order; several of them together fit into one entry of an index. */
const WORD_MAX_BYTES = 300;
const BEGINNING = 60;

/**
 * An identifier of an order. An overlong one is stored as its prefix and digest, so that it stays unique and the rest
 * of the message is kept; the raw record has it whole.
 */
export const word = notEmpty.transform((came) => {
  const text = keepable(came);
  if (Buffer.byteLength(text) <= WORD_MAX_BYTES) return text;
  const digest = createHash("sha256").update(text).digest("hex");
  return `${[...text].slice(0, BEGINNING).join("")}…${digest.slice(0, 32)}`;
});

/** Digits as they were written, never a float. More than 64 characters are no amount of money. */
export const figure = z
  .string()
  .max(64)
  .regex(/^-?\d+(\.\d+)?$/, "must be a decimal number");

/**
 * The same in an answer, where it is a JSON number. Many JSON writers give a small decimal an exponent (`0E-8`,
 * `5e-05`). It is expanded without loss: one such figure must not make the whole answer unreadable.
 */
export const answerFigure = z
  .string()
  .max(64)
  .transform((digits) => (WITH_EXPONENT.test(digits) ? plainAmount(digits) : digits))
  .pipe(figure);
const WITH_EXPONENT = /^-?\d+(\.\d+)?[eE][+-]?\d{1,2}$/;

/** An order has a positive amount. */
const isPositive = (digits: string) => /^[^-]*[1-9]/.test(digits);
export const orderAmount = figure.refine(isPositive, "must be positive");
export const answerOrderAmount = answerFigure.refine(isPositive, "must be positive");

/** Null or absent where the service does not say it. */
export const maybe = <T>(shape: z.ZodType<T, unknown>) => shape.nullish().transform((value) => value ?? null);

/** Fields without a documented type: any value is kept as text. */
export const unspecified = z
  .unknown()
  .optional()
  .transform((value) => (value == null || typeof value === "string" ? (value ?? null) : JSON.stringify(value)))
  .pipe(z.nullable(words));

/** No order is older. A moment before it, or after the year 9999, was not meant as one. */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

const ISO = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)? ?([Zz]|[+-]\d{2}(?::?\d{2})?)$/;
const UNIX_SECONDS = /^\d{9,10}(\.\d{1,9})?$/;
const UNIX_MS = /^\d{12,13}$/;

/**
 * A moment whose format the specification leaves open: ISO 8601 with its offset, or Unix time in seconds (as the API's
 * own `timestamp`) or milliseconds. A time without an offset names no moment: it may be on either of two days. What
 * cannot be read is null here; the raw record has it as it came.
 */
export const moment = unspecified.transform((text): Date | null => {
  const at = text === null ? Number.NaN : msOf(text.trim());
  return at >= EARLIEST && at <= LATEST ? new Date(at) : null;
});

function msOf(text: string): number {
  if (UNIX_SECONDS.test(text)) return Math.round(Number(text) * 1000);
  if (UNIX_MS.test(text)) return Number(text);
  const [, day, minute, second = ":00", offset] = ISO.exec(text) ?? [];
  if (day === undefined || minute === undefined || offset === undefined) return Number.NaN;
  const zone = /^z$/i.test(offset) ? "Z" : `${offset.slice(0, 3)}:${offset.slice(3).replace(":", "") || "00"}`;
  const read = z.iso.datetime({ offset: true }).safeParse(`${day}T${minute}${second.replace(",", ".")}${zone}`);
  return read.success ? Date.parse(read.data) : Number.NaN;
}
