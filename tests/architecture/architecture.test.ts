import { describe, expect, test } from "vitest";
import { RULES } from "./rules";
import { readSourceFiles, type SourceFiles } from "./source-files";
import { VIOLATIONS } from "./violations";

const product = readSourceFiles(process.cwd());

describe("the product keeps to its architecture", () => {
  test.each(Object.entries(RULES))("%s", (_name, violationsIn) => {
    expect(violationsIn(product)).toEqual([]);
  });
});

describe("a planted violation is found", () => {
  test.each(VIOLATIONS)("%s: %s", (rule, path, edit) => {
    const planted: SourceFiles = new Map(product).set(path, edit(product.get(path) ?? ""));
    // The second file of the planted cycle.
    if (rule === "there are no import cycles") planted.set("lib/send-by.ts", 'import "./result";');
    expect(RULES[rule]?.(planted).some((line) => line.includes(path))).toBe(true);
  });

  test("every rule has a violation that it finds", () => {
    expect(VIOLATIONS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(VIOLATIONS.map(([rule]) => rule))).toEqual(new Set(Object.keys(RULES)));
  });
});
