import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countsOfPlaywright, countsOfVitest } from "@/scripts/lib/reports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";

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

const well = { ok: true, last: "" };
const ill = { ok: false, last: "Unhandled error: the connection was cut" };
const vitest = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 2, testResults: [] };

test("skipped and planned tests are counted, and not as passed", async () => {
  expect(countsOfVitest(await report(vitest), well)).toEqual({ passed: 7, failed: 0, skipped: 3, faults: [] });
});

test("a run that fails without a failed test has failed all the same, and says what it said last", async () => {
  expect(countsOfVitest(await report(vitest), ill)).toMatchObject({ failed: 1, faults: [ill.last] });
});

test("a run that leaves no report has failed", () => {
  expect(countsOfVitest(join(folder, "none.json"), ill)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    faults: [ill.last],
  });
});

test("a test in the browser that passes only at the second try has failed", async () => {
  const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 0 };
  expect(countsOfPlaywright(await report({ stats, suites: [] }), ill)).toMatchObject({ passed: 4, failed: 3 });
});

test("each failed test is told of: where it stands, and the beginning of what was wrong", async () => {
  const message = ["\u001b[31mexpected 1 to be 2\u001b[39m", ...Array.from({ length: 20 }, () => "    at there")];
  const passed = { status: "passed", fullName: "one that is right", failureMessages: [] };
  const failed = { status: "failed", fullName: "money adds up", failureMessages: [message.join("\n")] };
  const testResults = [
    { name: join(ROOT, "tests/unit/sum.test.ts"), status: "failed", message: "", assertionResults: [passed, failed] },
    { name: join(ROOT, "tests/unit/lost.test.ts"), status: "failed", message: "no such file", assertionResults: [] },
  ];
  const { faults } = countsOfVitest(await report({ ...vitest, numFailedTests: 1, testResults }), ill);
  expect(faults).toHaveLength(2);
  expect(faults[0]?.split("\n")).toHaveLength(13);
  expect(faults[0]).toMatch(/^tests\/unit\/sum.test.ts › money adds up\n {4}expected 1 to be 2\n/);
  expect(faults[1]).toBe("tests/unit/lost.test.ts\n    no such file");
});

test("so is one in the browser, under the titles of its groups", async () => {
  const of = (status: string) => [{ status, results: [{ errors: [{ message: "no button" }] }] }];
  const specs = ["expected", "unexpected", "flaky"].map((title) => ({ title, file: "a.spec.ts", tests: of(title) }));
  const suites = [{ title: "a.spec.ts", specs: [], suites: [{ title: "a group", specs }] }];
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
  expect(countsOfPlaywright(await report({ stats, suites }), ill).faults).toEqual([
    "a.spec.ts › a group › unexpected\n    no button",
    "a.spec.ts › a group › flaky\n    no button",
  ]);
});
