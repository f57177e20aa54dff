import type { z } from "zod";
import { FIELD_PROBLEMS, type FieldProblem } from "@/lib/fields";
import { problemParts } from "@/lib/i18n/over-limit";
import { err, ok, type Result } from "@/lib/result";

/** What the API answers instead of what was asked for: the HTTP status, and a sentence for the log of the caller. */
export const API_PROBLEMS = {
  unauthenticated: [401, "The key is missing or unknown."],
  revoked_key: [401, "The key was revoked."],
  expired_key: [401, "The key has expired."],
  wrong_address: [403, "The key may not be used from this address."],
  missing_scope: [403, "The key lacks the scope of this endpoint."],
  too_many_requests: [429, "Too many requests with this key. Try again later."],
  not_found: [404, "There is nothing with this identifier."],
  method_not_allowed: [405, "This endpoint has other methods."],
  invalid_json: [400, "The body is not JSON."],
  invalid: [422, "Fields are missing or wrong. Nothing was done."],
  too_large: [413, "The body is too large. Nothing was created."],
  idempotency_key_missing: [400, "The header Idempotency-Key is missing or too long. Nothing was created."],
  idempotency_key_reused: [409, "This Idempotency-Key was used with another body. Nothing was created."],
  exceeds_key_limit: [409, "This would exceed the key's limit of 24 hours. Nothing was created."],
  exceeds_balance: [409, "The available balance does not cover this payout. Nothing was created."],
  unknown_outcome: [409, "The outcome of a payout of this amount to this account is unknown. Nothing was created."],
  payee_not_payable: [409, "This payee is gone, blocked, or waits for a decision. Nothing was created."],
  file_not_readable: [422, "The file cannot be read as payouts. Nothing was created."],
  sending_disabled: [503, "This console is read-only and sends nothing. Nothing was created."],
  internal: [500, "The console failed. Repeat a POST with the same Idempotency-Key."],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ApiProblemCode = keyof typeof API_PROBLEMS;
export const API_PROBLEM_CODES = Object.keys(API_PROBLEMS) as [ApiProblemCode, ...ApiProblemCode[]];

/**
 * What is wrong with a field: the codes of the forms, and those of the API. `unknownField`: the endpoint has no such field.
 * `other`: a value of another type or form than the document says.
 */
export const API_FIELD_CODES = [...FIELD_PROBLEMS, "notWithPayee", "unknownField", "other"] as const;
type FieldError = { field: string; code: (typeof API_FIELD_CODES)[number] };

/** `errors`: the fields at fault; an empty `field` is the whole body. */
export type ApiProblem = { code: ApiProblemCode; detail?: string; errors?: FieldError[] };

export const statusOf = ({ code }: ApiProblem): number => API_PROBLEMS[code][0];

/** The body, after RFC 9457. `requestId` is that of the log. */
export const problemBody = ({ code, detail, errors }: ApiProblem, requestId: string | null) => ({
  type: `urn:choba:problem:${code}`,
  title: API_PROBLEMS[code][1],
  status: API_PROBLEMS[code][0],
  code,
  ...(detail !== undefined && { detail }),
  ...(errors && { errors }),
  ...(requestId !== null && { requestId }),
});

/** What a schema makes of it, or the first error of each field. */
export function readFields<T>(schema: z.ZodType<T>, given: unknown): Result<T, ApiProblem> {
  const read = schema.safeParse(given, { reportInput: true });
  if (read.success) return ok(read.data);
  const errors = new Map<string, FieldError>();
  for (const error of read.error.issues.flatMap(errorsOf)) if (!errors.has(error.field)) errors.set(error.field, error);
  return err({ code: "invalid", errors: [...errors.values()] });
}

/** The fields that a use case has refused. */
export const fieldErrors = (fields: Record<string, string>): FieldError[] =>
  Object.entries(fields).map(([field, message]) => ({ field, code: fieldProblemOf(message) ?? "other" }));

function errorsOf(issue: z.core.$ZodIssue): FieldError[] {
  const at = (...more: string[]) => [...issue.path, ...more].join(".");
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ field: at(key), code: "unknownField" }));
  return [{ field: at(), code: codeOf(issue) }];
}

/** A message that is none of our codes is a sentence of the library, which changes with its releases. */
function codeOf({ code, message, input }: z.core.$ZodIssue): FieldError["code"] {
  const known = fieldProblemOf(message);
  if (known) return known;
  if (input === undefined || input === "") return "required";
  return code === "too_big" && typeof input === "string" ? "tooLong" : "other";
}

const fieldProblemOf = (message: string): FieldProblem | undefined =>
  FIELD_PROBLEMS.find((known) => known === problemParts(message).code);
