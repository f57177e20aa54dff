import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** Encryption and fingerprints of stored secrets. Each purpose has its own key, derived from AUTH_SECRET. */
export type Vault = {
  seal: (purpose: Purpose, text: string) => string;
  /** Null if sealed for another purpose or with another secret, or altered. */
  open: (purpose: Purpose, sealed: string) => string | null;
  /** The same text sealed with the current secret, where the previous one sealed it; null otherwise. */
  sealAgain: (purpose: Purpose, sealed: string) => string | null;
  /** A keyed fingerprint: equal texts have equal fingerprints, and guessing needs the secret. */
  fingerprint: (text: string) => string;
  /** HMAC-SHA256 as `v1:<key id>:<hex>`. Without the key, candidates for the text cannot be tested against it. */
  digest: (text: string) => string;
  /** Checks a digest with the key that it names: the current or the previous one. */
  checkDigest: (digest: string, text: string) => DigestCheck;
};
export type Purpose = "totp" | "device" | "mail" | "channel";
export type DigestCheck = "match" | "mismatch" | "unknown_key";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * `previous` is the other secret of a rotation. It decrypts and verifies; only the current one encrypts and signs.
 * @unguarded derives keys from a setting
 */
export function createVault(secret: string, previous: string | null = null): Vault {
  const keys = new Map<string, Buffer>();
  function keyFor(purpose: string, from = secret): Buffer {
    const name = `${purpose} ${from}`;
    const key = keys.get(name) ?? Buffer.from(hkdfSync("sha256", from, "", `choba ${purpose}`, 32));
    keys.set(name, key);
    return key;
  }
  const secrets = previous === null ? [secret] : [secret, previous];

  function digestWith(from: string, text: string): string {
    const keyId = keyFor("digest key id", from).toString("hex", 0, 4);
    return `v1:${keyId}:${createHmac("sha256", keyFor("digest", from)).update(text).digest("hex")}`;
  }
  function seal(purpose: Purpose, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
  }
  function openedWith(from: string, purpose: Purpose, sealed: string): string | null {
    const bytes = Buffer.from(sealed, "base64url");
    return bytes.length < IV_BYTES + TAG_BYTES ? null : opened(keyFor(purpose, from), bytes);
  }
  return {
    seal,
    open(purpose, sealed) {
      for (const from of secrets) {
        const text = openedWith(from, purpose, sealed);
        if (text !== null) return text;
      }
      return null;
    },
    sealAgain(purpose, sealed) {
      if (previous === null || openedWith(secret, purpose, sealed) !== null) return null;
      const text = openedWith(previous, purpose, sealed);
      return text === null ? null : seal(purpose, text);
    },
    fingerprint: (text) => createHmac("sha256", keyFor("fingerprint")).update(text).digest("base64url"),
    digest: (text) => digestWith(secret, text),
    checkDigest(digest, text) {
      const keyOf = (one: string) => one.slice(0, one.lastIndexOf(":"));
      const expected = secrets.map((from) => digestWith(from, text)).find((one) => keyOf(one) === keyOf(digest));
      if (expected === undefined) return "unknown_key";
      const [a, b] = [Buffer.from(expected), Buffer.from(digest)];
      return a.length === b.length && timingSafeEqual(a, b) ? "match" : "mismatch";
    },
  };
}

function opened(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null; // The tag does not fit: this was not sealed by us, or not for this.
  }
}
