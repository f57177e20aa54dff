import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { statementProblemWords } from "@/components/statements/statement-problem-words";
import en from "@/lib/i18n/messages/en.json";
import { readStatement } from "@/lib/imports/bank-statement/read-statement";

const FOLDER = "docs/samples/bank-statements";
const FILES = ["good", "bad"].flatMap((folder) =>
  readdirSync(`${FOLDER}/${folder}`).map((name) => `bank-statements/${folder}/${name}`),
);

/** What the table of docs/samples/README.md says of each statement. */
const TABLE = new Map(
  [...readFileSync("docs/samples/README.md", "utf8").matchAll(/^\| `(bank-statements\/[^`]+)` \| (.*) \|$/gm)].map(
    ([, name = "", message = ""]) => [name, message.trim()],
  ),
);

const problemWords = createTranslator({ locale: "en", messages: en, namespace: "statements.problems" });
const fieldWords = createTranslator({ locale: "en", messages: en, namespace: "fields" });

function messageOf(name: string): string {
  const read = readStatement(new Uint8Array(readFileSync(`docs/samples/${name}`)), "2026-11-25");
  if (!read.ok) return statementProblemWords(problemWords, read.error);
  const { format, encoding, entries } = read.value;
  const problems = entries.flatMap(({ line, problems: own }) =>
    (own ?? []).map(
      ({ field, column, value, code }) =>
        `Line ${line}, ${field} (${column}): ${value}. ${fieldWords("problem", { code })}`,
    ),
  );
  return problems.length > 0 ? problems.join(" ") : `${format}, ${encoding}, ${entries.length} entries.`;
}

test("every sample of a statement is in the table, and nothing else", () => {
  expect([...TABLE.keys()].sort()).toEqual([...FILES].sort());
});

test.each(FILES)("%s gets the message that the table says", (name) => {
  expect(messageOf(name)).toBe(TABLE.get(name));
});
