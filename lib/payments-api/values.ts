import { createHash } from "node:crypto";
import { z } from "zod";

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
 * A word by which orders are told apart and found. One that is longer than any should be is known by its beginning and
 * its digest, so that it stays itself and nothing else that was said is lost with it; the raw record has it whole.
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
/** The amount of an order: there is none of nothing, and none the other way round. */
export const orderAmount = figure.refine((digits) => /^[^-]*[1-9]/.test(digits), "must be positive");

/** Null or absent where the service does not say it. */
export const maybe = <T>(shape: z.ZodType<T, unknown>) => shape.nullish().transform((value) => value ?? null);

/** Fields whose type the specification does not show: whatever comes is kept as text. */
export const unspecified = z
  .unknown()
  .optional()
  .transform((value) => (value == null || typeof value === "string" ? (value ?? null) : JSON.stringify(value)))
  .pipe(z.nullable(words));
