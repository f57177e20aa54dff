import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankDirectory, DIRECTORY_AS_OF } from "@/lib/japan/directory/load";
import { convertYucho } from "@/lib/japan/yucho";
import { anyText } from "../../any-text";
import { VECTORS } from "../vectors";
import { QUERIES } from "./queries";

const directory = await bankDirectory();
const firstThree = (typed: string) => directory.searchBanks(typed, 3).map(({ code }) => code);

test("the date that is shown is that of the list", () => {
  const { version } = createRequire(import.meta.url)("zengin-code/package.json");
  expect(`1.0.0-p${DIRECTORY_AS_OF.replaceAll("-", "")}`).toBe(version);
});

describe("of what people type", () => {
  test("at least sixty examples are tried", () => expect(QUERIES.length).toBeGreaterThanOrEqual(60));

  test("at least 95 % find their bank among the first three", () => {
    const missed = QUERIES.filter(([typed, code]) => !firstThree(typed).includes(code));
    expect(missed.length / QUERIES.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05);
  });

  test("a code finds its bank first, whole or without its zeros", () => {
    expect(firstThree("0001")[0]).toBe("0001");
    expect(firstThree("1")[0]).toBe("0001");
    expect(firstThree("０００９")[0]).toBe("0009");
  });

  test("every word has to be found", () => expect(firstThree("mizuho yokohama")).toEqual([]));

  test.each(["", " ", "　", "銀行x", "😀", "9999", "zzzz", "\u0000", "\ud800", "(", "[", ".*"])(
    "%j finds nothing, and does no harm",
    (typed) => {
      expect(firstThree(typed)).toEqual([]);
    },
  );
});

test("a bank is named as a transfer form names it", () => {
  const named = ["0005", "0033", "0200", "0403", "1344", "9900"].map((code) => directory.bank(code)?.name);
  expect(named).toEqual([
    "三菱UFJ銀行",
    "PayPay銀行",
    "ワイズ・ペイメンツ・ジャパン",
    "バンク・オブ・アメリカ・エヌ・エイ",
    "城南信金",
    "ゆうちょ銀行",
  ]);
});

test("what is not in the list is absent, not an error", () => {
  for (const code of ["9999", "", "__proto__", "constructor"]) {
    expect(directory.bank(code)).toBeUndefined();
    expect(directory.branch(code, "001")).toBeUndefined();
    expect(directory.searchBranches(code, "本店")).toEqual([]);
  }
});

test("branches are found by code, kanji, kana and Latin letters, and come in order of their codes", () => {
  const found = (typed: string) => directory.searchBranches("0001", typed, 3).map(({ code }) => code);
  for (const typed of ["240", "新宿", "新宿支店", "しんじゅく", "ｼﾝｼﾞｭｸ", "shinjuku"])
    expect(found(typed)).toContain("240");
  const codes = directory.branches("0001").map(({ code }) => code);
  expect(codes).toEqual([...codes].sort());
});

describe("Japan Post Bank", () => {
  test.each(VECTORS.yucho.filter(({ expect: { ok } }) => ok))(
    "$id: whether the branch exists",
    ({ expect: { branchCode, branchInDirectory } }) => {
      expect(directory.branch("9900", branchCode!) !== undefined).toBe(branchInDirectory);
    },
  );

  test("every one of its branches has the name that the passbook number gives", () => {
    const branches = directory.branches("9900");
    expect(branches.length).toBeGreaterThan(90);
    for (const { code, name, kana } of branches) {
      const kigou = `${code.endsWith("8") ? "1" : "0"}${code.slice(0, 2)}00`;
      expect(convertYucho(kigou, "123451")).toMatchObject({
        ok: true,
        value: { branchCode: code, branchName: name, branchKana: kana },
      });
    }
  });
});

test("no text makes a search throw, and no search gives more than was asked for", () => {
  fc.assert(
    fc.property(
      fc.oneof(anyText, fc.string({ unit: fc.constantFrom(..."みずほ銀行ｶﾞーJAja0 -ッンn"), maxLength: 8 })),
      (typed) => {
        expect(firstThree(typed).length).toBeLessThanOrEqual(3);
      },
    ),
    { numRuns: 300 },
  );
});
