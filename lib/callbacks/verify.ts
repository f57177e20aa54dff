import { timingSafeEqual } from "node:crypto";
import { type Exact, parseExact } from "@/lib/payments-api/json";
import { canonical, type Fields, sign } from "@/lib/payments-api/sign";

/** The secret that the service signs with, or several while it changes. */
export type Secrets = string | readonly string[];

/** Both while the secret changes: callbacks that were signed before are still on their way. */
export const secretsOf = ({ secretKey, secretKeyPrevious }: { secretKey: string; secretKeyPrevious?: string }) =>
  secretKeyPrevious === undefined ? [secretKey] : [secretKey, secretKeyPrevious];

/**
 * Whether a delivery was signed with our secret, over its own fields: digits as written, nulls dropped.
 * `header` is the value of `x-signature`: 64 lower-case hex digits and nothing else.
 */
export function verifySignature(rawText: string, header: string | null, secrets: Secrets): Verified {
  const json = parseExact(rawText);
  return json.ok ? verifyJson(json.value, header, secrets) : header === null ? "absent" : "wrong";
}

type Verified = "absent" | "valid" | "wrong";

/** The same of a text that has been read. */
export function verifyJson(json: Exact, header: string | null, secrets: Secrets): Verified {
  if (header === null) return "absent";
  const fields = signedFields(json);
  if (fields === null || !/^[0-9a-f]{64}$/.test(header)) return "wrong";

  const text = canonical(fields);
  const isOurs = (secret: string) => timingSafeEqual(Buffer.from(header), Buffer.from(sign(text, secret)));
  return [secrets].flat().some(isOurs) ? "valid" : "wrong";
}

/** Null where a value has no one form as a string: the specification signs flat objects only. */
function signedFields(body: Exact): Fields | null {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return null;
  const members: [string, string | null][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value !== null && typeof value === "object") return null;
    members.push([name, value === null ? null : String(value)]);
  }
  return Object.fromEntries(members);
}
