import { createHmac } from "node:crypto";

/** The form of Standard Webhooks: https://www.standardwebhooks.com */
const SECRET_PREFIX = "whsec_";
export const SECRET_BYTES = 24;

/** `whsec_` and the base64 of random bytes, given as hex. */
export const secretOf = (hex: string): string => SECRET_PREFIX + Buffer.from(hex, "hex").toString("base64");

type Message = { id: string; at: Date; body: string };

/** The headers of a signed message. While a secret is being replaced several sign, and a receiver accepts any. */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
