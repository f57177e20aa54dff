import { timingSafeEqual } from "node:crypto";
import { type Exact, parseExact } from "@/lib/payments-api/json";
import { canonical, type Fields, sign } from "@/lib/payments-api/sign";

/** The secret that the service signs with, or both during a rotation. */
export type Secrets = string | readonly string[];

/** Both during a rotation: callbacks signed with the previous secret may still arrive. */
export const secretsOf = ({ secretKey, secretKeyPrevious }: { secretKey: string; secretKeyPrevious?: string }) =>
  secretKeyPrevious === undefined ? [secretKey] : [secretKey, secretKeyPrevious];

/**
 * Verifies the signature over the delivery's own fields: digits as written, nulls omitted. `header` is the value of
 * `x-signature`: 64 lower-case hex digits.
 */
export function verifySignature(rawText: string, header: string | null, secrets: Secrets): Verified {
  const json = parseExact(rawText);
  return json.ok ? verifyJson(json.value, header, secrets) : header === null ? "absent" : "wrong";
}

type Verified = "absent" | "valid" | "wrong";

/** The same for a parsed body. */
export function verifyJson(json: Exact, header: string | null, secrets: Secrets): Verified {
  if (header === null) return "absent";
  const fields = signedFields(json);
  if (fields === null || !/^[0-9a-f]{64}$/.test(header)) return "wrong";

  const text = canonical(fields);
  const isOurs = (secret: string) => timingSafeEqual(Buffer.from(header), Buffer.from(sign(text, secret)));
  return [secrets].flat().some(isOurs) ? "valid" : "wrong";
}

/** Null if a value has no defined string form: the specification signs flat objects only. */
function signedFields(body: Exact): Fields | null {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return null;
  const members: [string, string | null][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value !== null && typeof value === "object") return null;
    members.push([name, value === null ? null : String(value)]);
  }
  return Object.fromEntries(members);
}
