import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./child-processes.mjs";
import { step } from "./progress.mjs";
import { ROOT } from "./root.mjs";

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[] }} Locked */

/**
 * The packages of a lockfile by their folder; none when there is no such file.
 * @param {string} file @returns {Map<string, Locked>}
 */
function packagesOf(file) {
  const path = join(ROOT, file);
  if (!existsSync(path)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(path, "utf8")).packages).filter(([folder]) => folder !== ""));
}

/** npm keeps a note of what it has installed; packages for other platforms are rightly missing from it. */
function isStale() {
  const installed = packagesOf("node_modules/.package-lock.json");
  return [...packagesOf("package-lock.json")].some(([folder, { version, optional, devOptional }]) => {
    const present = installed.get(folder);
    return present ? present.version !== version : !optional && !devOptional;
  });
}

/** @param {Locked} locked */
const isForThisMachine = ({ os = [process.platform], cpu = [process.arch] }) =>
  os.includes(process.platform) && cpu.includes(process.arch);

/** Installs the dependencies when they are missing or not those of the lockfile. */
export async function ensureInstalled() {
  if (!isStale()) return;
  const locked = [...packagesOf("package-lock.json")];
  const folders = locked.filter(([, one]) => isForThisMachine(one)).map(([folder]) => folder);
  const arrived = () => folders.filter((folder) => existsSync(join(ROOT, folder, "package.json"))).length;

  await step("Installing the dependencies", async (howFar) => {
    const counting = setInterval(() => howFar(`${arrived()} of about ${folders.length} packages`), 2_000);
    try {
      // Not `npm ci`: it removes everything first, and most often little has changed.
      await npm(["install", "--no-save", "--include=dev", "--include=optional"]);
    } finally {
      clearInterval(counting);
    }
  });
}

/** @param {string[]} args @param {string} [folder] */
export function npm(args, folder = ROOT) {
  const [command, ...first] = npmProgram();
  return runChild("npm could not install the packages", command, [...first, ...args], { cwd: folder });
}

/**
 * The npm that started this script, independent of PATH; started alone, the script looks npm up.
 * @returns {[command: string, ...args: string[]]}
 */
export function npmProgram() {
  const own = process.env.npm_execpath;
  return own?.endsWith(".js") ? [process.execPath, own] : ["npm"];
}
