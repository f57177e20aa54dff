import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { Refusal } from "./refusal.mjs";

/** @typedef {{ uid: number, gid: number }} Account */

const NAME = "postgres";

/**
 * PostgreSQL refuses to run as root. As root this gives the account to run it under: the one that the data belongs to,
 * or else "postgres", made when there is none. An ordinary user runs it as itself, for which this gives nothing.
 * @param {string} folder of the data
 * @returns {Account | undefined}
 */
export function postgresAccount(folder) {
  if (process.getuid?.() !== 0) return undefined;
  return ownerOf(folder) ?? existing() ?? made();
}

/** @param {string} folder @returns {Account | undefined} */
function ownerOf(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

/** @returns {Account | undefined} */
function existing() {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, NAME], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** @returns {Account} */
function made() {
  const { stderr } = spawnSync("useradd", ["--system", "--user-group", "--no-create-home", NAME], { encoding: "utf8" });
  const account = existing();
  if (account) return account;
  throw new Refusal(
    `PostgreSQL does not run as root, and the user "${NAME}" could not be made${stderr ? `: ${stderr.trim()}` : "."}\n` +
      "Start as an ordinary user, or set DATABASE_URL and SANDBOX_DATABASE_URL to databases of your own.",
  );
}
