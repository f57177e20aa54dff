import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { fileProblemWords } from "@/components/imports/file-problem-words";
import { readBatchFile } from "@/lib/batches/read-file";
import { checkTrailers } from "@/lib/batches/trailers";
import en from "@/lib/i18n/messages/en.json";

/** What the table of docs/samples/README.md says of each file. */
const TABLE = new Map(
  [...readFileSync("docs/samples/README.md", "utf8").matchAll(/^\| `((?:good|bad)\/[^`]+)` \| (.*) \|$/gm)].map(
    ([, name = "", message = ""]) => [name, message.trim()],
  ),
);
const FILES = ["good", "bad"].flatMap((folder) =>
  readdirSync(`docs/samples/${folder}`).map((name) => `${folder}/${name}`),
);

const problemWords = createTranslator({ locale: "en", messages: en, namespace: "imports.problems" });
const cellWords = createTranslator({ locale: "en", messages: en, namespace: "fields" });

async function messageOf(name: string): Promise<string> {
  const read = await readBatchFile(new Uint8Array(readFileSync(`docs/samples/${name}`)));
  if (!read.ok) return fileProblemWords(problemWords, read.error);
  const { format, encoding, rows, trailers } = read.value;
  const problems = rows.flatMap(({ line, problems: own }) =>
    Object.entries(own).map(([field, code]) => `Line ${line}, ${field}: ${cellWords("problem", { code })}`),
  );
  const restored = rows.flatMap(({ line, marks }) =>
    marks.restored.map((field) => `Line ${line}, ${field}: zeros put back.`),
  );
  const figures = ({ count, amount }: { count: number; amount: string }) => `${count} rows, ${amount}`;
  const differing = (checkTrailers(trailers)?.differing ?? []).map(
    ({ line, stated, counted }) => `Line ${line}: trailer ${figures(stated)}; data ${figures(counted)}.`,
  );
  return problems.length > 0
    ? problems.join(" ")
    : [`${format}, ${encoding}, ${rows.length} rows.`, ...restored, ...differing].join(" ");
}

test("every sample is in the table, and nothing else", () => {
  expect([...TABLE.keys()].sort()).toEqual([...FILES].sort());
});

test.each(FILES)("%s gets the message that the table says", async (name) => {
  expect(await messageOf(name)).toBe(TABLE.get(name));
});
