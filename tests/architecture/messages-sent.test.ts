import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import en from "@/lib/i18n/messages/en.json";

/** What a browser is not sent it cannot say, and neither the compiler nor the server notices. */
test("a page sends the words that its components need in the browser", () => {
  const pages = globSync("app/**/page.tsx").filter((page) => read(page).includes("messages={"));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap(missingOn)).toEqual([]);
});

test("a word that is not sent is found", () => {
  expect(missingIn(["orders.*"], ["orders.sorts"])).toEqual(["orders.sorts"]);
  expect(missingIn(["orders"], ["orders.sorts", "states"])).toEqual(["states"]);
  expect(missingIn(["orders.sorts"], ["orders", "orders.sorts"])).toEqual([]);
});

/** Its columns are functions, which a server component cannot hand to the browser: the page shows an error instead. */
test("the table is used by components that run in the browser only", () => {
  const onServer = new Set<string>();
  const walk = (file: string): void => {
    if (onServer.has(file) || /^"use client"/.test(read(file))) return;
    onServer.add(file);
    for (const next of importedBy(file)) walk(next);
  };
  for (const file of globSync("app/**/*.tsx")) walk(file);
  expect(onServer.size).toBeGreaterThan(50);
  const passing = (file: string) => /<DataTable\b/.test(read(file));
  expect([...onServer].filter(passing)).toEqual([]);
});

/** Offered on the page of the log alone, which sends its words, though what shows a callback can be shown elsewhere. */
const OFFERED_ELSEWHERE = new Set(["components/evidence/recheck.tsx"]);

const read = (file: string) => readFileSync(file, "utf8");
const groups = (namespace: string) => Object.entries(en).find(([name]) => name === namespace)?.[1] ?? {};
const isGroup = (namespace: string, key: string) =>
  Object.entries(groups(namespace)).some(([name, word]) => name === key && typeof word === "object");

function missingOn(page: string): string[] {
  const files = new Set<string>();
  for (const file of importedBy(page)) collect(file, false, files);
  const needed = [...files].flatMap(wordsIn);
  return missingIn(sentBy(page), [...new Set(needed)]).map((word) => `${page}: ${word}`);
}

/** All that stands in the lists of one page: which of them is around which component is not looked into. */
const sentBy = (page: string) =>
  [...read(page).matchAll(/messages=\{(\[.*?\])\}|pickMessages\(await getMessages\(\), (\[.*?\])\)\}/gs)].flatMap(
    ([, list = "", older = ""]) => [...(list || older).matchAll(/"([\w.*]+)"/g)].map(([, word = ""]) => word),
  );

function missingIn(sent: string[], needed: string[]): string[] {
  return needed.filter((word) => {
    const [namespace = "", group] = word.split(".");
    if (sent.includes(namespace)) return false;
    return group === undefined ? !sent.some((one) => one.startsWith(`${namespace}.`)) : !sent.includes(word);
  });
}

/** The files of components that run in the browser: those that say so, and what they import. */
function collect(file: string, isInBrowser: boolean, found: Set<string>, seen = new Set<string>()) {
  const runs = isInBrowser || /^"use client"/.test(read(file));
  if (seen.has(`${file} ${runs}`)) return;
  seen.add(`${file} ${runs}`);
  if (runs) found.add(file);
  for (const next of importedBy(file)) if (!OFFERED_ELSEWHERE.has(next)) collect(next, runs, found, seen);
}

const importedBy = (file: string): string[] =>
  [...read(file).matchAll(/^(?!import type)[^\n]*(?:from |import\()"([^"]+)"/gm)].flatMap(([, name = ""]) => {
    const path = name.startsWith("@/") ? name.slice(2) : name.startsWith(".") ? join(dirname(file), name) : "";
    if (!path.startsWith("components/")) return [];
    return [`${path}.tsx`, `${path}.ts`].filter((candidate) => existsSync(candidate));
  });

/** `orders`, and `orders.sorts` where what is said stands in a group. Of what is handed on, `of` says it. */
function wordsIn(file: string): string[] {
  const text = read(file);
  const calls = text.matchAll(/(?:(\w+) = )?useTranslations\((?:"([\w.]+)")?\)|\bof="(\w+\.\w+)"/g);
  return [...calls].flatMap(([, name, namespace = "", handed = ""]) => {
    const said =
      name === undefined
        ? []
        : [...text.matchAll(new RegExp(`\\b${name}(?:\\.\\w+)?\\(["\`]([\\w ]+)(\\.[\\w ]+)?`, "g"))];
    const paths = said.map(([, first = "", second = ""]) => `${namespace && `${namespace}.`}${first}${second}`);
    return [namespace, handed, ...paths].filter(Boolean).flatMap((path) => {
      const [space = "", group = ""] = path.split(".");
      if (!Object.hasOwn(en, space)) return []; // Another `t` of the same file.
      return isGroup(space, group) ? [`${space}.${group}`] : [space];
    });
  });
}
