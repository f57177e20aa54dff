import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";

/** @typedef {Record<string, string | undefined>} Settings */

const PREFIXES = [
  "PAYMENTS_",
  "SANDBOX_",
  "AUTH_",
  "NEXTAUTH_",
  "NEXT_",
  "AUDIT_HEADS_",
  "INGEST_",
  "SSO_",
  "SMTP_",
  "PG",
];
const NAMES = [
  "DATABASE_URL",
  "MIGRATION_DATABASE_URL",
  "TEST_DATABASE_URL",
  "APP_URL",
  "PORT",
  "EMBEDDED_PG_PORT",
  "JOBS",
  "RAW_DATA_DAYS",
  "STATE_FILE",
  "STOP_DELAY_SECONDS",
  "NODE_ENV",
  "METRICS_TOKEN",
  "PASSWORD_SIGN_IN",
  "MERCHANT_NAME",
  "SECURITY_CONTACT",
  "SECOND_FACTOR_IN_PRODUCTION",
  "REQUIRE_SECOND_FACTOR_ROLES",
  "TRUSTED_PROXIES",
];

/** Those that Next reads too when it serves a build, the weakest first. */
const FILES = [".env", ".env.production", ".env.local", ".env.production.local"].map((name) => join(ROOT, name));

/** @param {string} name */
const isSetting = (name) => NAMES.includes(name) || PREFIXES.some((prefix) => name.startsWith(prefix));

/**
 * The environment, with what optional .env files add to it. An empty value counts as none.
 * @returns {Settings}
 */
export function settingsOfMachine() {
  // Node 24 reads the files; the one that runs this script may be too old to.
  const files = FILES.filter((file) => existsSync(file)).map((file) => `--env-file=${file}`);
  const script = "console.log(JSON.stringify(process.env))";
  const all = Object.entries(JSON.parse(execFileSync("node", [...files, "-e", script], { encoding: "utf8" })));
  return Object.fromEntries(all.filter(([name, value]) => name !== "NODE_ENV" && value.trim() !== ""));
}

/**
 * The environment without any setting of ours, so that a run of tests never reaches a database or a payments service
 * of the developer's own. Left empty rather than out: Next would fill in what is absent from an .env file.
 * @returns {Settings}
 */
export function bareSettings() {
  const others = Object.entries(process.env).filter(([name]) => !isSetting(name));
  const fromFile = Object.keys(settingsOfMachine()).filter(isSetting);
  return { ...Object.fromEntries(others), ...Object.fromEntries(fromFile.map((name) => [name, ""])) };
}

/** @param {Settings} settings @param {string} prefix */
export const isConfigured = (settings, prefix) =>
  Object.entries(settings).some(([name, value]) => name.startsWith(prefix) && value?.trim());
