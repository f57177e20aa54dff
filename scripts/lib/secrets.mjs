import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Secrets
 * @property {string} authSecret signs sessions
 * @property {string} actionsKey encrypts what server actions close over; the build and the server must share it
 */

/**
 * The secrets of this machine, made on first use and readable by their owner only.
 * @param {string} folder @returns {Secrets}
 */
export function secretsIn(folder) {
  const file = join(folder, "secrets.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const secrets = { authSecret: randomBytes(32).toString("base64"), actionsKey: randomBytes(32).toString("base64") };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
