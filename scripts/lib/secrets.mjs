import { createECDH, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Secrets
 * @property {string} AUTH_SECRET signs sessions
 * @property {string} WEB_PUSH_KEY by which push services know the console
 * @property {string} NEXT_SERVER_ACTIONS_ENCRYPTION_KEY for what actions close over; the same for every instance
 */

/**
 * The secrets of this machine, made on first use and readable by their owner only.
 * @param {string} folder @returns {Secrets}
 */
export function secretsIn(folder) {
  const file = join(folder, "secrets.json");
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  // A folder of an earlier version lacks some.
  if (kept.WEB_PUSH_KEY) return kept;
  const secret = () => randomBytes(32).toString("base64");
  const made = { AUTH_SECRET: secret(), NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: secret(), WEB_PUSH_KEY: pushKey() };
  const secrets = { ...made, ...kept };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

/** A private VAPID key: 32 bytes in base64url. */
export function pushKey() {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  // OpenSSL leaves zeros at the beginning out.
  return Buffer.from(ecdh.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url");
}
