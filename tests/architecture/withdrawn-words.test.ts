import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Words of the project's former dialect, and words that a plain sentence does without. */
const WITHDRAWN = new RegExp(
  `\\b(${[
    ...["whoever", "whomever", "whatever", "nobody", "somebody", "anew", "at once", "by itself", "by themselves"],
    ...["mended", "told", "for good", "hammer(s|ed|ing)?", "the world", "newcomers?", "go-between", "knocks?"],
    ...["verbs?", "sought", "doors?", "deeds?", "lives", "visitors?", "guardian", "golden", "seats?", "strays?"],
    ...["settles?", "settling", "settlements?", "vouch(es|ed)?", "sweeping", "dispatch"],
  ].join("|")})\\b`,
  "i",
);

/** Text in which a withdrawn word is meant as everyone means it. */
const ALLOWED = [/buttons begin with a verb/, /Never "settlement"/, /bank settlements?/i];

/** Code, screens, migrations, documents and tests. */
const FILES = globSync(
  [
    "{app,components,lib,sandbox,scripts,drizzle,tests}/**/*.{ts,tsx,mjs,js,py,sql,css,md}",
    "lib/i18n/messages/*.json",
    "docs/**/*.md",
    "*.{md,ts}",
  ],
  { exclude: ["**/node_modules/**", "drizzle/migrations/meta/**", "tests/architecture/withdrawn-words.test.ts"] },
);

function withdrawnIn(path: string, text: string, words = WITHDRAWN): string[] {
  return text.split("\n").flatMap((line, index) => {
    const rest = ALLOWED.reduce((left, allowed) => left.replace(allowed, ""), line);
    const word = words.exec(rest)?.[0];
    return word ? [`${path}:${index + 1} ${word}`] : [];
  });
}

test("code, screens, documents and tests use no withdrawn word", () => {
  expect(FILES.flatMap((path) => withdrawnIn(path, readFileSync(path, "utf8")))).toEqual([]);
});

test("an e-mail is never called a letter", () => {
  const mail = FILES.filter((path) => /^lib\/(email|team)\/|^tests\/.*(mail|\/team\/)/.test(path));
  expect(mail.length).toBeGreaterThan(10);
  expect(mail.flatMap((path) => withdrawnIn(path, readFileSync(path, "utf8"), /\bletters?\b/i))).toEqual([]);
});

test("a withdrawn word is found", () => {
  expect(withdrawnIn("planted.ts", "const a = 1;\n// Whoever waits here is told at once.")).toEqual([
    "planted.ts:2 Whoever",
  ]);
  expect(withdrawnIn("planted.json", '  "wait": "It is tried again by itself."')).toEqual(["planted.json:1 by itself"]);
});
