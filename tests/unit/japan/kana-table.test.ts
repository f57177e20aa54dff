import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kanaTable } from "../../support/kana-table";

test("docs/kana.md says what the code does; npm run docs updates it", () => {
  expect(readFileSync("docs/kana.md", "utf8")).toBe(kanaTable());
});

test("the table has every class of change for both kinds of name", () => {
  for (const kind of ["unchanged", "automatic", "proposed", "refused"]) {
    const columns = [3, 4].map((column) =>
      kanaTable()
        .split("\n")
        .filter((row) => row.split(" | ")[column - 1]?.includes(`**${kind}**`)),
    );
    expect([kind, ...columns.map((rows) => rows.length > 0)]).toEqual([kind, true, true]);
  }
});
