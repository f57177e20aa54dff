import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colon, listText } from "@/lib/i18n/list-text";

test("names are listed as each language lists them", () => {
  expect(listText(["Bank", "Holder"], "en")).toBe("Bank, Holder");
  expect(listText(["銀行", "名義"], "ja")).toBe("銀行、名義");
  expect(["en", "ja"].map(colon)).toEqual([": ", "："]);
});

test("no words of the catalogues are joined by a colon of one language", () => {
  const screens = globSync("components/**/*.tsx").map((path) => ({ path, code: readFileSync(path, "utf8") }));
  // `{t("word")}: `, `:{" "}` and `:</b>` after it, and an expression that begins with a colon.
  const joined = screens.filter(({ code }) => /\)\}:[<{ ]|[`"]: \$\{/.test(code));
  expect(joined.map(({ path }) => path)).toEqual([]);
});

test("no words of the catalogues are joined by a comma of one language", () => {
  const screens = globSync("components/**/*.tsx").map((path) => ({ path, code: readFileSync(path, "utf8") }));
  const joined = screens.filter(({ code }) => /=> \w+\([^()]*\)\)\.join\(", "\)/.test(code));
  expect(joined.map(({ path }) => path)).toEqual([]);
});
