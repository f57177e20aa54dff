import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const WITHDRAWN =
  /\b(whoever|nobody|somebody|whatever|anew|at once|by itself|by themselves|mended|verbs?|sought|doors?|deeds?|the world)\b/i;

/** Text in which a withdrawn word is meant as everybody means it. */
const ALLOWED = [/buttons begin with a verb/];

/** Code, screens, migrations and documents. The tests' own titles and comments are not covered yet. */
const FILES = globSync(
  [
    "{app,components,lib,sandbox,scripts,drizzle}/**/*.{ts,tsx,mjs,js,sql,css,md}",
    "lib/i18n/messages/*.json",
    "docs/**/*.md",
    "*.{md,ts}",
  ],
  { exclude: ["**/node_modules/**", "drizzle/migrations/meta/**"] },
);

const withdrawnIn = (path: string, text: string) =>
  text.split("\n").flatMap((line, index) => {
    const rest = ALLOWED.reduce((left, allowed) => left.replace(allowed, ""), line);
    const word = WITHDRAWN.exec(rest)?.[0];
    return word ? [`${path}:${index + 1} ${word}`] : [];
  });

test("code, screens and documents use no withdrawn word", () => {
  expect(FILES.flatMap((path) => withdrawnIn(path, readFileSync(path, "utf8")))).toEqual([]);
});

test("a withdrawn word is found", () => {
  expect(withdrawnIn("planted.ts", "const a = 1;\n// Whoever waits here is told at once.")).toEqual([
    "planted.ts:2 Whoever",
  ]);
  expect(withdrawnIn("planted.json", '  "wait": "It is tried again by itself."')).toEqual(["planted.json:1 by itself"]);
});
