import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/root.mjs";

// npm run notices: names, licenses and license texts of the packages that Choba is delivered with.
const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** @typedef {{ dev?: boolean, devOptional?: boolean, license?: string, version?: string }} Locked */
/** @type {Record<string, Locked>} */
const packages = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;

const notices = Object.entries(packages).flatMap(([folder, { dev, version, license }]) => {
  const path = join(ROOT, folder);
  // Packages for other platforms are in the lockfile and not in an image.
  if (folder === "" || dev || !existsSync(path)) return [];
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  const files = readdirSync(path).filter((file) => LICENSE_FILE.test(file));
  const texts = files.map((file) => readFileSync(join(path, file), "utf8").trim());
  return [[`${name} ${version}: ${license ?? "see below"}`, ...texts].join("\n\n")];
});
console.log(["Third-party packages in Choba", ...notices].join(`\n\n${"-".repeat(80)}\n\n`));
