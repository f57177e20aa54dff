import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const DOCUMENTS = [
  ...[
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "docs/callbacks.md",
    "docs/data-model.md",
    "docs/operations.md",
  ],
  ...["docs/payout-protocol.md", "docs/performance.md", "docs/testing.md"],
];
const FOLDERS = /^(app|components|deploy|docs|drizzle|lib|sandbox|scripts|tests)\//;
/** Folders that are made on the machine that runs it. */
const MADE_LATER = /^deploy\/(secrets|certificates)/;

/** The paths between back-ticks, without patterns and placeholders. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, word = ""]) =>
    FOLDERS.test(word) && !/[*<…$]/.test(word) ? spread(word.replace(/:.*$/, "")) : [],
  );

/** `a/{b,c}.ts` is two paths. */
const spread = (path: string): string[] =>
  /\{(.*)\}/
    .exec(path)?.[1]
    ?.split(",")
    .flatMap((part) => spread(path.replace(/\{.*\}/, part.trim()))) ?? [path];

test.each(DOCUMENTS)("every path that %s names exists", (document) => {
  const paths = pathsIn(readFileSync(document, "utf8"));
  expect(paths.filter((path) => !existsSync(path) && !MADE_LATER.test(path))).toEqual([]);
});

/** A row's further files stand beside its first one. */
function filesOf(place: string): string[] {
  const words = [...place.matchAll(/`([^`\s]+)`/g)].map(([, word = ""]) => word);
  const folder = words.find((word) => FOLDERS.test(word));
  const beside = (word: string) => join(folder?.endsWith("/") ? folder : dirname(folder ?? ""), word);
  return words.filter((word) => /[/.]/.test(word)).flatMap((word) => spread(FOLDERS.test(word) ? word : beside(word)));
}

const QUESTIONS = readFileSync("ARCHITECTURE.md", "utf8")
  .split("\n")
  .filter((line) => /^\| [A-Z].* \| .*`/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, question = "", place = ""]) => ({ question, place }))
  .filter(({ place }) => FOLDERS.test(/`([^`]+)`/.exec(place)?.[1] ?? ""));

test.each(QUESTIONS)("ARCHITECTURE.md answers: $question", ({ place }) => {
  expect(filesOf(place).filter((path) => !existsSync(path) && basename(path) !== "MAPPINGS.md")).toEqual([]);
});

test("the first questions of a new developer are among them, each with the file that decides", () => {
  const answers = Object.fromEntries(QUESTIONS.map(({ question, place }) => [question, filesOf(place)[0]]));
  expect(answers).toMatchObject({
    "When is a payout paid?": "lib/transactions/status/status.ts",
    "Where would I add a currency?": "lib/money/currencies.ts",
    "Who may approve?": "lib/withdrawals/approvers.ts",
    "What happens when a callback comes?": "lib/callbacks/handle-callback.ts",
  });
  expect(readFileSync("lib/transactions/status/status.ts", "utf8")).toContain("export const isPaid");
});

test("docs/data-model.md has every table", () => {
  const schema = readdirSync("drizzle/schema").map((name) => readFileSync(join("drizzle/schema", name), "utf8"));
  const tables = schema.flatMap((text) => [...text.matchAll(/pgTable\(\s*"(\w+)"/g)].map(([, name = ""]) => name));
  const rows =
    readFileSync("docs/data-model.md", "utf8")
      .match(/^\| `.*$/gm)
      ?.join("\n") ?? "";
  expect(tables.length).toBeGreaterThan(50);
  expect(tables.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
});

test("each Japanese word of the glossary is one that the screens use", () => {
  const messages = readFileSync("lib/i18n/messages/ja.json", "utf8");
  const cells = readFileSync("docs/glossary.md", "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim())[2] ?? "");
  const words = cells
    .filter((cell) => /[ぁ-んァ-ヶ一-龠]/.test(cell) && cell !== "日本語")
    .flatMap((cell) => cell.split(/[、／]/));
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter((word) => !messages.includes(word))).toEqual([]);
});
