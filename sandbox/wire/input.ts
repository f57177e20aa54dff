import { z } from "zod";
import { Digits } from "./digits";
import type { FlatValue } from "./flat-json";
import { invalid } from "./refusal";

/** Reads a signed body's fields by a shape. The specification drops nulls, so a null field is an absent one. */
export const readInput = <S extends z.ZodType>(shape: S, fields: ReadonlyMap<string, FlatValue>): z.output<S> =>
  parse(shape, Object.fromEntries([...fields].filter(([, value]) => value !== null)));

/** Reads input by a shape, or refuses it with one line for each problem. */
export function parse<S extends z.ZodType>(shape: S, given: unknown): z.output<S> {
  const read = shape.safeParse(given);
  if (read.success) return read.data;
  throw invalid(...read.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`));
}

const kindProblem = (right: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "is required" : `must be ${right}`;

// Printable text that a signature and a database can both carry unchanged.
const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

export const text = (longest = 200) =>
  z
    .string({ error: kindProblem("a string") })
    .refine((value) => value.trim() !== "", "must not be empty")
    .refine((value) => value.length <= longest, `must be at most ${longest} characters`)
    .refine(isPlain, "must not contain control characters or broken surrogates");

/** A number or a string of digits, as digits. */
export const digits = z
  .union([z.string(), z.instanceof(Digits)], { error: kindProblem("a number or a string of digits") })
  .transform((value) => (value instanceof Digits ? value.text : value));
