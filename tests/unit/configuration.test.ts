import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSecretFile } from "@/lib/env/secret-files";
import { ROOT } from "@/scripts/lib/root.mjs";
import { configurationDocument, settings } from "../support/configuration";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const document = read("docs/configuration.md");
/** Set by Next itself. */
const named = settings.filter(({ name }) => name !== "NODE_ENV");

test("the document is what the schema says: else run npm run docs", () => {
  expect(document).toBe(configurationDocument());
});

test("every setting has a description", () => {
  expect(named.filter(({ description }) => description === undefined)).toEqual([]);
});

test("what RAW_DATA_DAYS removes is named wherever it is described", () => {
  const described = [
    document,
    read(".env.example").replaceAll("\n# ", " "),
    read("docs/operations.md"),
    read("docs/data-model.md"),
  ];
  for (const text of described) expect(text).toMatch(/how an ended deposit was to be paid/);
});

test("each database address may stand in a file, as the document says", () => {
  const addresses = named.filter(({ name }) => name.endsWith("DATABASE_URL"));
  expect(addresses.length).toBeGreaterThanOrEqual(4);
  expect(addresses.filter(({ name }) => !isSecretFile(`${name}_FILE`))).toEqual([]);
});

test(".env.example has every setting of the document and no other, with its default or empty", () => {
  const example = new Map(
    [...read(".env.example").matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const scripts = document.slice(document.indexOf("## Read by the scripts")).matchAll(/^\| (`.*?) \|/gm);
  const ofScripts = [...scripts].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ""]) => name),
  );
  expect([...example.keys()].toSorted()).toEqual([...named.map(({ name }) => name), ...ofScripts].toSorted());
  for (const { name, standard } of named)
    expect([name, ["", standard].includes(example.get(name) ?? "")]).toEqual([name, true]);
});
