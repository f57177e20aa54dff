import { createHmac } from "node:crypto";

export type Fields = Record<string, string | number | null | undefined>;

/** A merchant's signer, written apart from the sandbox's own: a shared one would agree with its mistakes. */
export function signedBody(fields: Fields): string {
  const members = Object.keys(fields)
    .filter((name) => fields[name] !== null && fields[name] !== undefined)
    .sort()
    .map((name) => `${escaped(name)}:${escaped(String(fields[name]))}`);
  return `{${members.join(",")}}`;
}

const SHORT: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function escaped(text: string): string {
  const units = text.split("").map((unit) => {
    const code = unit.charCodeAt(0);
    const isPrintable = code >= 0x20 && code < 0x7f;
    return SHORT[unit] ?? (isPrintable ? unit : `\\u${code.toString(16).padStart(4, "0")}`);
  });
  return `"${units.join("")}"`;
}

export const signatureOf = (body: string, secretKey: string) =>
  createHmac("sha256", secretKey).update(body).digest("hex");
