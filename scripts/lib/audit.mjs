import { startChild } from "./children.mjs";
import { npmProgram } from "./install.mjs";
import { say } from "./progress.mjs";
import { ROOT } from "./root.mjs";

const GRAVE = ["high", "critical"];

/**
 * @typedef {{ kind: "clean" } | { kind: "not checked", why: string } | { kind: "weak", found: string[] }} Verdict
 */

/**
 * What `npm audit --json` has found out. Registries without advisories answer with an error, and being unable to ask is
 * not the same as being clean.
 * @param {string} told @returns {Verdict}
 */
export function verdictOf(told) {
  const report = parsed(told);
  const counts = report?.metadata?.vulnerabilities;
  if (!report?.vulnerabilities || !counts) {
    const status = report?.statusCode;
    const why = status ? `the registry has no audit endpoint (it answers ${status})` : "the registry did not answer";
    return { kind: "not checked", why };
  }
  /** @type {{ name: string, severity: string }[]} */
  const known = Object.values(report.vulnerabilities);
  const found = known.filter(({ severity }) => GRAVE.includes(severity));
  return found.length === 0
    ? { kind: "clean" }
    : { kind: "weak", found: found.map(({ name, severity }) => `${name} (${severity})`) };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // What is no JSON is an answer of something else, such as a proxy.
  }
}

/**
 * Asks the registry whether grave weaknesses are known in the packages of the lockfile.
 * @param {import("./settings.mjs").Settings} env
 */
export async function auditDependencies(env) {
  /** @type {string[]} */
  const lines = [];
  const [command, ...first] = npmProgram();
  const args = [...first, "audit", "--json", "--fetch-retries=0", "--fetch-timeout=20000"];
  const child = startChild(command, args, { cwd: ROOT, env, onLine: (line) => lines.push(line) });
  await child.exited; // It fails where it finds something and where it cannot ask; which, is in what it says.
  // What npm warns of comes before and between; the report begins with the first brace at the start of a line.
  const from = lines.indexOf("{");
  const to = lines.lastIndexOf("}");
  const verdict = verdictOf(
    lines
      .slice(from, to + 1)
      .filter((line) => !line.startsWith("npm "))
      .join("\n"),
  );
  if (verdict.kind === "clean") say("No grave weakness is known in any package.");
  if (verdict.kind === "not checked") say(`The packages were not checked: ${verdict.why}.`);
  if (verdict.kind === "weak") say(`Grave weaknesses are known in: ${verdict.found.join(", ")}. See npm audit.`);
  return verdict;
}
