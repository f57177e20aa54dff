import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countsOfPlaywright, countsOfVitest } from "@/scripts/lib/reports.mjs";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "choba-reports-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function report(content: object) {
  const file = join(folder, "report.json");
  await writeFile(file, JSON.stringify(content));
  return file;
}

const vitest = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 2 };

test("skipped and planned tests are counted, and not as passed", async () => {
  expect(countsOfVitest(await report(vitest), true)).toEqual({ passed: 7, failed: 0, skipped: 3 });
});

test("a run that fails without a failed test has failed all the same", async () => {
  expect(countsOfVitest(await report(vitest), false)).toMatchObject({ failed: 1 });
});

test("a run that leaves no report has failed", () => {
  expect(countsOfVitest(join(folder, "none.json"), false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("a test in the browser that passes only at the second try has failed", async () => {
  const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 0 };
  expect(countsOfPlaywright(await report({ stats }), false)).toEqual({ passed: 4, failed: 3, skipped: 0 });
});
