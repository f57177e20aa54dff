import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Secrets
 * @property {string} AUTH_SECRET signs sessions
 * @property {string} NEXT_SERVER_ACTIONS_ENCRYPTION_KEY for what actions close over; build and server must share it
 */

/**
 * The secrets of this machine, made on first use and readable by their owner only.
 * @param {string} folder @returns {Secrets}
 */
export function secretsIn(folder) {
  const file = join(folder, "secrets.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const secret = () => randomBytes(32).toString("base64");
  const secrets = { AUTH_SECRET: secret(), NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: secret() };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
