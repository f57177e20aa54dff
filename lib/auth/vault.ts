import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** What is kept so that a copy of the database is of no use. Every key is made from AUTH_SECRET, one for each purpose. */
export type Vault = {
  seal: (purpose: Purpose, text: string) => string;
  /** Null for what was sealed for another purpose, with another secret, or was tampered with. */
  open: (purpose: Purpose, sealed: string) => string | null;
  /** The same text has the same fingerprint, and nobody without the secret finds the text by trying. */
  fingerprint: (text: string) => string;
};
type Purpose = "totp" | "device" | "mail";

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createVault(secret: string): Vault {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", `choba ${purpose}`, 32));
  return {
    seal(purpose, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      } catch {
        return null; // The tag does not fit: this was not sealed by us, or not for this.
      }
    },
    fingerprint: (text) => createHmac("sha256", keyFor("fingerprint")).update(text).digest("base64url"),
  };
}
