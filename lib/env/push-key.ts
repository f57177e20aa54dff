import { createECDH } from "node:crypto";

const CURVE = "prime256v1";

/** The key pair that push services know this console by (VAPID, RFC 8292), in base64url. */
export type PushKeys = { privateKey: string; publicKey: string };

/** The public key of a private one; null where it is none: 32 bytes in base64url. */
export function pushKeysOf(privateKey: string): PushKeys | null {
  const bytes = Buffer.from(privateKey, "base64url");
  if (bytes.length !== 32 || bytes.toString("base64url") !== privateKey) return null;
  try {
    const ecdh = createECDH(CURVE);
    ecdh.setPrivateKey(bytes);
    return { privateKey, publicKey: ecdh.getPublicKey().toString("base64url") };
  } catch {
    // Zero, or not below the order of the curve.
    return null;
  }
}

/** Whether this is the public key of a browser's subscription: an uncompressed point of P-256, in base64url. */
export function isPushPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    const ecdh = createECDH(CURVE);
    ecdh.generateKeys();
    ecdh.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}
