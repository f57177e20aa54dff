import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./root.mjs";

/**
 * What came of a suite; `faults` says of each failed test which it is and what was wrong.
 * @typedef {{ passed: number, failed: number, skipped: number, faults: string[] }} Counts
 */

/** @type {Counts} */
const NONE = { passed: 0, failed: 0, skipped: 0, faults: [] };

/** Of a long message the end is left out: the suite has printed it whole, where it failed. */
const LINES_KEPT = 12;

/**
 * How a program ended, and the last lines of what it said.
 * @typedef {{ ok: boolean, last: string }} Ended
 */

/**
 * A check without tests of its own counts as one.
 * @param {Ended} ended @returns {Counts}
 */
export const countsOfCheck = (ended) => honest({ ...NONE, passed: ended.ok ? 1 : 0 }, ended);

/** Where the check could not be made at all. @type {Counts} */
export const NOT_CHECKED = { ...NONE, skipped: 1 };

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 */

/**
 * @param {string} file @param {Ended} ended @returns {Counts}
 */
export function countsOfVitest(file, ended) {
  const report = reportIn(file);
  if (!report) return honest(NONE, ended);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  /** @type {VitestFile[]} */
  const files = report.testResults;
  const faults = files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that could not be loaded has no tests to fail.
    if (failed.length === 0) return status === "failed" ? [fault(name, [], message)] : [];
    return failed.map(({ fullName, failureMessages }) => fault(name, [fullName], failureMessages.join("\n")));
  });
  const skipped = numPendingTests + numTodoTests;
  return honest({ passed: numPassedTests, failed: numFailedTests, skipped, faults }, ended);
}

/**
 * @typedef {{ status: string, results: { errors: { message?: string }[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightGroup[] }} PlaywrightGroup
 */

/**
 * @param {string} file @param {Ended} ended @returns {Counts}
 */
export function countsOfPlaywright(file, ended) {
  const report = reportIn(file);
  if (!report) return honest(NONE, ended);
  const { expected, unexpected, flaky, skipped } = report.stats;
  /** @type {PlaywrightGroup[]} */
  const files = report.suites;
  const faults = files.flatMap((group) => faultsOfGroup(group, []));
  return honest({ passed: expected, failed: unexpected + flaky, skipped, faults }, ended);
}

/**
 * @param {PlaywrightGroup} group @param {string[]} above the titles of the groups that hold it
 * @returns {string[]}
 */
function faultsOfGroup({ specs = [], suites = [] }, above) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors);
        return fault(file, [...above, title], errors.map(({ message = "" }) => message).join("\n"));
      }),
  );
  return [...own, ...suites.flatMap((group) => faultsOfGroup(group, [...above, group.title]))];
}

/** @param {string} file @param {string[]} titles @param {string} message */
function fault(file, titles, message) {
  const lines = stripVTControlCharacters(message).trimEnd().split("\n").slice(0, LINES_KEPT);
  const place = file.startsWith(ROOT) ? relative(ROOT, file) : file;
  return [[place, ...titles].join(" › "), ...lines.map((line) => `    ${line}`)].join("\n");
}

/** @param {string} file */
const reportIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

/**
 * A run that broke off, or that something outside of its tests made fail, has no failed test to count and has failed
 * all the same.
 * @param {Counts} counts @param {Ended} ended @returns {Counts}
 */
function honest(counts, { ok, last }) {
  if (ok) return counts;
  return { ...counts, failed: Math.max(1, counts.failed), faults: counts.faults.length > 0 ? counts.faults : [last] };
}
