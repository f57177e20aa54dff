import { spawnSync } from "node:child_process";
import { Refusal } from "./refusal.mjs";

/** @typedef {{ uid: number, gid: number }} Account */

const NAME = "postgres";

/**
 * PostgreSQL refuses to run as root. As root this gives the account to run it under, made when there is none; as an
 * ordinary user it gives nothing, and PostgreSQL runs as that user.
 * @returns {Account | undefined}
 */
export function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined;
  return existing() ?? made();
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
      "Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}
