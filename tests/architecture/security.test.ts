import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "@/scripts/lib/root.mjs";
import { ASVS } from "../security/asvs";

/** Every test that runs, as Vitest lists them: without those that are skipped or only planned. */
const RUNNING: { name: string; file: string }[] = JSON.parse(
  execFileSync("vitest", ["list", "--json", "--root", join(ROOT, "tests")], { encoding: "utf8", maxBuffer: 2 ** 26 }),
);
const titles = Map.groupBy(RUNNING, ({ file }) => relative(ROOT, file));
const runs = (file: string, title: string) =>
  titles.get(file)?.some(({ name }) => name === title || name.endsWith(` > ${title}`)) ?? false;

/** The requirements that the design names. */
const NAMED = [
  ...["1.2.4", "1.2.10", "1.3.6", "1.5.3", "2.2.2", "2.3.1", "2.3.3", "2.3.4", "2.3.5", "2.4.1"],
  ...["3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.4.1", "3.4.3", "3.4.4", "3.4.6", "3.5.1", "3.5.3", "4.1.3", "4.1.5"],
  ...["5.2.1", "6.2.1", "6.2.4", "6.3.1", "6.3.2", "6.3.3", "6.3.8", "6.4.6", "6.5.1"],
  ...["7.2.4", "7.3.1", "7.3.2", "7.4.1", "7.4.2", "7.4.5", "7.5.3", "8.2.1", "8.2.2", "8.2.3", "8.3.2"],
  ...["11.2.4", "11.4.2", "11.5.1", "13.3.1", "13.4.2", "13.4.5", "14.2.6", "14.3.2", "15.3.3", "15.3.6", "15.4.2"],
  ...["16.2.5", "16.3.1", "16.3.2", "16.4.1", "16.4.2", "16.5.1", "16.5.3"],
];

test("a renamed or skipped test is none that runs", () => {
  const file = "tests/architecture/security.test.ts";
  expect(runs(file, "a renamed or skipped test is none that runs")).toBe(true);
  expect(runs(file, "a renamed or skipped test")).toBe(false);
  // Skipped unless OLDER is set.
  expect(titles.has("tests/faults/rolling-upgrade.test.ts")).toBe(false);
});

describe("OWASP ASVS 5.0", () => {
  test("every requirement that is named is in the table, and no other", () => {
    expect(Object.keys(ASVS).toSorted()).toEqual(NAMED.toSorted());
  });

  test.each(Object.entries(ASVS))("%s is shown by tests that run", (_item, { by }) => {
    expect(by.length).toBeGreaterThan(0);
    expect(by.filter(([file, title]) => !runs(file, title))).toEqual([]);
  });
});

describe("SECURITY.md", () => {
  const lines = readFileSync(join(ROOT, "SECURITY.md"), "utf8").split("\n");
  const rows = lines.filter((line) => line.startsWith("| ") && !/^\| (against|---)/.test(line));
  const defences = rows.map((row) => {
    const [, against = "", , place = "", shown = ""] = row.split("|").map((cell) => cell.trim());
    return { against, place, shown };
  });
  test("has its table", () => expect(defences.length).toBeGreaterThan(12));

  test.each(defences)("the defence against $against is where it says", ({ place }) => {
    const folder = /`([^`]+\/)[^`/]*`/.exec(place)?.[1] ?? "";
    const paths = [...place.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => (path.includes("/") ? path : folder + path));
    const isThere = (path: string) =>
      existsSync(join(ROOT, path)) || existsSync(join(ROOT, path.split("/").at(-1) ?? ""));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  test.each(defences)("the defence against $against is shown by tests that run", ({ shown }) => {
    const named = [...shown.matchAll(/`([^`]+)`(?:: "([^"]+)")?/g)];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(([, file = "", title = ""]) => !runs(file, title)).map(([all]) => all)).toEqual([]);
  });
});
