import { describe, expect, test } from "vitest";
import { bankDirectory } from "@/lib/japan/directory/load";
import { isInRow, KANA_ROWS, MAJOR_BANKS } from "@/lib/japan/directory/rows";

const directory = await bankDirectory();

describe("the rows of the kana table", () => {
  test("hold every bank of the directory once", () => {
    const listed = KANA_ROWS.flatMap((row) => directory.banksIn(row).map(({ code }) => code));
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBeGreaterThan(1_100);
    expect(directory.banksIn("ワ").length).toBeGreaterThan(2);
  });

  test("hold every branch of the largest bank once", () => {
    const listed = KANA_ROWS.flatMap((row) => directory.branchesIn("0005", row).map(({ code }) => code));
    expect(listed.toSorted()).toEqual(directory.branches("0005").map(({ code }) => code));
  });

  test.each([
    ["ガ", "カ"],
    ["パ", "ハ"],
    ["ヴ", "ア"],
    ["ン", "ワ"],
  ] as const)("%s stands with %s", (kana, row) => {
    expect(KANA_ROWS.filter((one) => isInRow(one, { kana: `${kana}ア` }))).toEqual([row]);
  });

  test("are in the order of a dictionary", () => {
    const kana = directory.banksIn("サ").map((bank) => bank.kana);
    expect(kana).toEqual(kana.toSorted());
  });
});

test.each(MAJOR_BANKS)("$short is called as the directory calls $code", ({ code, name }) => {
  expect(directory.bank(code)?.name).toBe(name);
});
