import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "@/scripts/lib/root.mjs";
import { ASVS } from "../security/asvs";

/** What the design names: one that is left out of the table is not shown by anything. */
const NAMED = [
  ...["1.2.4", "1.2.10", "1.3.6", "1.5.3", "2.2.2", "2.3.1", "2.3.3", "2.3.4", "2.3.5", "2.4.1"],
  ...["3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.4.1", "3.4.3", "3.4.4", "3.4.6", "3.5.1", "3.5.3", "4.1.3", "4.1.5"],
  ...["5.2.1", "6.2.1", "6.2.4", "6.3.1", "6.3.2", "6.3.3", "6.3.8", "6.4.6", "6.5.1"],
  ...["7.2.4", "7.3.1", "7.3.2", "7.4.1", "7.4.2", "7.4.5", "7.5.3", "8.2.1", "8.2.2", "8.2.3", "8.3.2"],
  ...["11.2.4", "11.4.2", "11.5.1", "13.3.1", "13.4.2", "13.4.5", "14.2.6", "14.3.2", "15.3.3", "15.3.6", "15.4.2"],
  ...["16.2.5", "16.3.1", "16.3.2", "16.4.1", "16.4.2", "16.5.1", "16.5.3"],
];

test("every requirement that is named is in the table, and no other", () => {
  expect(Object.keys(ASVS).toSorted()).toEqual(NAMED.toSorted());
});

describe.each(Object.entries(ASVS))("%s", (_item, { says, by }) => {
  test(`${says}: shown by a test that is there`, () => {
    expect(by.length).toBeGreaterThan(0);
    for (const [file, title] of by) {
      const titles = readFileSync(join(ROOT, file), "utf8").matchAll(
        /(?:\btest(?:\.each)?|\))\(\s*(["`])((?:(?!\1).)*)\1/g,
      );
      expect([...titles].map(([, , text]) => text)).toContain(title);
    }
  });
});
