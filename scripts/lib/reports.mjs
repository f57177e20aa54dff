import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const NONE = { passed: 0, failed: 0, skipped: 0 };

/**
 * A check without tests of its own counts as one.
 * @param {boolean} ok @returns {Counts}
 */
export const countsOfCheck = (ok) => ({ ...NONE, [ok ? "passed" : "failed"]: 1 });

/**
 * @param {string} file @param {boolean} ok @returns {Counts}
 */
export function countsOfVitest(file, ok) {
  const report = reportIn(file);
  if (!report) return honest(NONE, ok);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  return honest({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }, ok);
}

/**
 * @param {string} file @param {boolean} ok @returns {Counts}
 */
export function countsOfPlaywright(file, ok) {
  const report = reportIn(file);
  if (!report) return honest(NONE, ok);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, ok);
}

/** @param {string} file */
const reportIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

/**
 * A file that could not be loaded, or a run that broke off, has no failed test to count and has failed all the same.
 * @param {Counts} counts @param {boolean} ok @returns {Counts}
 */
const honest = (counts, ok) => ({ ...counts, failed: ok ? counts.failed : Math.max(1, counts.failed) });
