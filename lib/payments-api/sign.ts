import { createHmac } from "node:crypto";

/** Values are text only: a number would have lost its digits (`12.50`) before it got here. Null means "not sent". */
export type Fields = Record<string, string | null | undefined>;

// JSON.stringify leaves DEL and everything beyond ASCII as it is; the service escapes both.
const UNESCAPED = /[\u007f-\uffff]/g;
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The exact characters that are signed, and the exact characters that are sent: one flat JSON object, keys sorted,
 * no white space, ASCII only. Source: merchant-payments-api.md, "Signature construction".
 */
export function canonical(fields: Fields): string {
  // Keys of the API are ASCII, for which UTF-16 order is the order of code points.
  const keys = Object.keys(fields).filter((key) => fields[key] != null);
  // Given a list, JSON.stringify writes these keys in this order; otherwise it writes "10" before "a".
  return JSON.stringify(fields, keys.sort()).replace(UNESCAPED, escaped);
}

/** Lower-case hex HMAC-SHA256. */
export const sign = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest("hex");
