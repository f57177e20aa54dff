import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { javascript } from "./bundle.mjs";
import { runChild } from "./child-processes.mjs";
import { ROOT } from "./root.mjs";

/**
 * @typedef {{ role: string, email: string, password: string }} DemoUser
 * @typedef {{ url: string, users: DemoUser[], sandbox: { baseUrl: string, apiKey: string, secretKey: string } }} Demo
 */

const NAMES = new Map([
  ["admin", "Akari Mori"],
  ["finance", "Kenji Sato"],
  ["support", "Yui Tanaka"],
  ["ops", "Haruto Ito"],
  ["approver", "Mei Kobayashi"],
  ["viewer", "Sora Abe"],
]);

/** @param {string} role */
export const nameOf = (role) => NAMES.get(role) ?? role;

/**
 * The users who may sign in, one for each role: those of the last start, and new ones with passwords of their own.
 * @param {string} file @returns {DemoUser[]}
 */
export function usersIn(file) {
  /** @type {{ people?: DemoUser[], users?: DemoUser[] }} */
  const { people, users } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const known = people ?? users ?? []; // Earlier versions wrote `users`: their passwords hold.
  const missing = [...NAMES.keys()].filter((role) => !known.some((user) => user.role === role));
  const made = missing.map((role) => ({
    role,
    email: `${role}@demo.example`,
    password: randomBytes(12).toString("base64url"),
  }));
  return [...known, ...made];
}

/**
 * Kept where only the owner of the file can read it, and replaced as a whole: no other place has the passwords. Programs
 * that sign in find the users under `people`.
 * @param {string} file @param {Demo} demo
 */
export function writeDemo(file, { url, users, sandbox }) {
  const text = JSON.stringify({ url, people: users, sandbox }, null, 2);
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Puts the users, and what they have sent, into the database of a console that is not running yet.
 * @param {{ users: DemoUser[], withdrawals: object[], deposits: object[], history?: object | null }} demo
 * @param {import("./settings.mjs").Settings} env
 */
export async function seedDemo({ users, withdrawals, deposits, history = null }, env) {
  const named = users.map((user) => ({ ...user, name: nameOf(user.role) }));
  await runChild("The demo could not be put into the database", "node", await javascript("scripts/seed-demo.ts"), {
    cwd: ROOT,
    env,
    input: JSON.stringify({ users: named, withdrawals, deposits, history }),
  });
}

/**
 * @typedef {{ until: string, appUrl: string }} History the last moment of made-up orders, and whose callbacks they had
 * @typedef {{ databaseUrl: string, config: string, appUrl: string }} NewSandbox
 */

/**
 * Fills a sandbox that has never run with the orders of its last weeks. Null where it has orders or accounts already.
 * @param {NewSandbox} sandbox @returns {Promise<History | null>}
 */
export async function seedSandbox({ databaseUrl, config, appUrl }) {
  /** @type {History | null} */
  let history = null;
  await runChild("The demo could not be put into the sandbox", "node", await javascript("scripts/seed-sandbox.ts"), {
    cwd: ROOT,
    env: { ...process.env, SANDBOX_DATABASE_URL: databaseUrl, SANDBOX_CONFIG: config, APP_URL: appUrl },
    onLine(line) {
      if (line.startsWith('{"history"')) history = JSON.parse(line).history;
    },
  });
  return history;
}
