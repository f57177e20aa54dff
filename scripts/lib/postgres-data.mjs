import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { runChild } from "./child-processes.mjs";
import { dataPlace } from "./postgres-place.mjs";
import { commandOf, isAlive, stopProcess } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

/** @typedef {import("./postgres-account.mjs").Account} Account */

export const SUPERUSER = "postgres";
const PASSWORD_FILE = "superuser-password";
const RUNTIME_PASSWORD_FILE = "runtime-password";

/**
 * An empty folder gives way to the one that is made; one that holds something else is left alone.
 * @param {string} folder
 */
export function makeWay(folder) {
  if (!existsSync(folder) || existsSync(join(folder, PASSWORD_FILE))) return;
  if (readdirSync(folder).length === 0) return rmdirSync(folder);
  throw new Refusal(`${folder} holds something else than a database made here. Name another folder, or empty it.`);
}

/**
 * Makes the data folder on first use; says where it really is and the superuser's password.
 * @param {string} wanted @param {string} programs @param {Account | undefined} account
 */
export async function dataFolder(wanted, programs, account) {
  const path = resolve(wanted);
  if (!existsSync(path)) await make(path, programs, account);
  const folder = realpathSync(path);
  return { folder, password: readFileSync(join(folder, PASSWORD_FILE), "utf8") };
}

/**
 * The password of the role that the console connects as, made on first use.
 * @param {string} folder of the data
 */
export function runtimePassword(folder) {
  const file = join(folder, RUNTIME_PASSWORD_FILE);
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/**
 * The name that the folder is known by comes last, so a start that was cut short leaves nothing that looks finished.
 * @param {string} path @param {string} programs @param {Account | undefined} account
 */
async function make(path, programs, account) {
  const place = dataPlace(path, account);
  const unfinished = `${place}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (account) chownSync(unfinished, account.uid, account.gid);

  const password = randomBytes(16).toString("hex");
  // The built-in locale sorts and folds case alike on every machine.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [`--username=${SUPERUSER}`, "--auth=scram-sha-256", "--pwprompt"];
  await runChild(
    "PostgreSQL could not make its data folder",
    join(programs, "initdb"),
    [`--pgdata=${unfinished}`, ...locale, ...access],
    {
      cwd: "/",
      input: `${password}\n${password}\n`,
      ...account,
    },
  );
  writeFileSync(join(unfinished, PASSWORD_FILE), password, { mode: 0o600 });
  renameSync(unfinished, place);
  if (place !== path) symlinkSync(place, path);
}

/**
 * Puts right what a start that was killed may have left: a postmaster without a parent, or a note of one whose number
 * another process has by now. The caller owns the folder, so no postmaster in it is anybody else's.
 * @param {string} folder
 */
export async function clearLeftOver(folder) {
  const note = join(folder, "postmaster.pid");
  if (!existsSync(note)) return;
  const pid = Number(readFileSync(note, "utf8").split("\n")[0]);
  if (isAlive(pid) && commandOf(pid).includes(folder)) await stopProcess(pid, "SIGINT");
  rmSync(note, { force: true });
}
