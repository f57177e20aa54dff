import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";

/** @typedef {Record<string, string | undefined>} Settings */

/** What the settings of .env.example have in common with others of their kind, and names that are not in it. */
const LIKE_OURS =
  /^(?:PAYMENTS|SANDBOX|AUTH|NEXTAUTH|NEXT|AUDIT_HEADS|INGEST|WORKER|SSO|SMTP|WEB_PUSH)_|^PG|^(?:NODE_ENV|TEST_DATABASE_URL)$/;

/** Those that Next reads too when it serves a build, the weakest first. */
const FILES = [".env", ".env.production", ".env.local", ".env.production.local"].map((name) => join(ROOT, name));

/**
 * The environment, with what optional .env files add to it, and secrets out of the files that hold them. An empty value
 * counts as none.
 * @returns {Settings}
 */
export function settingsOfMachine() {
  const { settings, problems } = environmentWithFiles();
  if (problems.length > 0) throw new Refusal(problems.join("\n"));
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => name !== "NODE_ENV" && (value?.trim() !== "" || name.endsWith("_FILE")),
    ),
  );
}

/**
 * The settings of a process that serves: it never sees the owner of the database. Left empty rather than out: Next
 * would fill in what is absent from an .env file.
 * @param {Settings} settings @returns {Settings}
 */
export const withoutOwner = (settings) => ({
  ...settings,
  MIGRATION_DATABASE_URL: "",
  MIGRATION_DATABASE_URL_FILE: "",
});

/** @returns {{ settings: Settings, problems: string[] }} */
function environmentWithFiles() {
  // Node 24 reads the files; the one that runs this script may be too old to.
  const files = FILES.filter((file) => existsSync(file)).map((file) => `--env-file=${file}`);
  const secretFiles = pathToFileURL(join(ROOT, "lib/env/secret-files.ts")).href;
  const script = `import(${JSON.stringify(secretFiles)}).then(({ withSecretFiles }) =>
    console.log(JSON.stringify(withSecretFiles(process.env))))`;
  const args = [...files, "-e", script];
  return JSON.parse(execFileSync("node", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}

/**
 * The environment without any setting of ours, so that a run of tests never reaches a database or a payments service
 * of the developer's own. Left empty rather than out: Next would fill in what is absent from an .env file.
 * @returns {Settings}
 */
export function bareSettings() {
  const example = readFileSync(join(ROOT, ".env.example"), "utf8");
  const ours = new Set([...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name));
  const isSetting = (/** @type {string} */ name) =>
    LIKE_OURS.test(name) || ours.has(name) || ours.has(name.replace(/_FILE$/, ""));
  const others = Object.entries(process.env).filter(([name]) => !isSetting(name));
  const fromFile = Object.keys(environmentWithFiles().settings).filter(isSetting);
  return { ...Object.fromEntries(others), ...Object.fromEntries(fromFile.map((name) => [name, ""])) };
}

/** @param {Settings} settings @param {string} prefix */
export const isConfigured = (settings, prefix) =>
  Object.entries(settings).some(([name, value]) => name.startsWith(prefix) && value?.trim());

/** Whether jobs are done: `on`, which is usual, means the same as nothing. @param {Settings} settings */
export const doesJobs = (settings) => settings.JOBS !== "off";

/** One of these says that this is no demo. */
const IN_EARNEST = ["PAYMENTS_", "DATABASE_URL", "APP_URL"];
const NEEDED = ["DATABASE_URL", "APP_URL", "AUTH_SECRET", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"];

/**
 * Whether all is to be made up, for a demo; where one thing is configured, nothing is made up, and the rest must be there.
 * @param {Settings} settings
 */
export function isDemo(settings) {
  const given = IN_EARNEST.filter((prefix) => isConfigured(settings, prefix));
  if (given.length === 0) return true;
  const absent = NEEDED.filter((name) => !settings[name]);
  if (!isConfigured(settings, "PAYMENTS_")) absent.push("PAYMENTS_SANDBOX_… or PAYMENTS_PRODUCTION_…");
  if (absent.length === 0) return false;
  const names = given.map((name) => (name.endsWith("_") ? `${name}…` : name)).join(", ");
  throw new Refusal(
    `Some settings are there (${names}), so nothing is made up, and these are missing:\n${absent.map((name) => `  - ${name}`).join("\n")}\n` +
      "Secrets are made with: openssl rand -base64 32. Without any of PAYMENTS_…, DATABASE_URL and APP_URL, a demo starts.",
  );
}
