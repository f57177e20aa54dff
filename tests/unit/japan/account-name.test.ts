import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAccountName } from "@/lib/japan/account-name";
import { fullWidthName, zenginOf } from "@/lib/japan/zengin";
import { anyText } from "../any-text";
import { VECTORS } from "./vectors";

test.each(VECTORS.zengin)(
  "$id: $note",
  ({ input, expect: { ok, value, bytes, codes, confirm = [], warnings = [] } }) => {
    const read = readAccountName(input);
    expect(read.ok).toBe(ok);
    if (read.ok) {
      expect(read.value).toMatchObject({ zengin: value, confirm, warnings });
      expect(read.value.zengin.length).toBe(bytes);
    } else {
      expect([...new Set(read.error.problems.map(({ code }) => code))]).toEqual(codes);
    }
  },
);

test.each(VECTORS.zenginToDisplay)("$id: a bank's text as people read it", ({ zengin, display }) => {
  expect(fullWidthName(zengin)).toBe(display);
});

describe("the name that is sent is full-width and keeps its small kana", () => {
  test.each([
    ["ｷｬｯﾄﾌｰﾄﾞ", "キャットフード", "ｷﾔﾂﾄﾌ-ﾄﾞ"],
    ["ﾔﾏﾀﾞ(ｶ", "ヤマダ（カ", "ﾔﾏﾀﾞ(ｶ"],
    ["yamada ltd.", "ＹＡＭＡＤＡ　ＬＴＤ．", "YAMADA LTD."],
    ["ヤマダ-1", "ヤマダー１", "ﾔﾏﾀﾞ-1"],
    ["A-B", "Ａ－Ｂ", "A-B"],
    ["Ａ−Ｂ", "Ａ－Ｂ", "A-B"],
    ["ヤマダ¥", "ヤマダ￥", "ﾔﾏﾀﾞ\\"],
    ["ヰヱ", "ヰヱ", "ｲｴ"],
  ])("%s", (typed, name, zengin) =>
    expect(readAccountName(typed)).toMatchObject({ ok: true, value: { name, zengin } }),
  );
});

describe("an abbreviation depends on where the word stands", () => {
  test.each([
    ["株式会社ヤマダ", "カ）ヤマダ"],
    ["ヤマダ株式会社", "ヤマダ（カ"],
    ["ヤマダ株式会社チバシテン", "ヤマダ（カ）チバシテン"],
    ["㈱ヤマダ", "カ）ヤマダ"],
    ["（株）ヤマダ", "カ）ヤマダ"],
    ["ヤマダ(有)", "ヤマダ（ユ"],
    ["一般社団法人ヤマダ", "シヤ）ヤマダ"],
    ["地方独立行政法人ヤマダ", "チドク）ヤマダ"],
    ["無限責任中間法人ヤマダ", "チユウ）ヤマダ"],
    ["医療法人社団ヤマダ", "イ）ヤマダ"],
    ["株式会社ヤマダ営業所", "カ）ヤマダ（エイ"],
    ["　株式会社　ヤマダ　", "カ）ヤマダ"],
  ])("%s is proposed as %s", (typed, name) => {
    expect(readAccountName(typed)).toMatchObject({ ok: true, value: { name, confirm: ["COMPANY_ABBREVIATION"] } });
  });
});

describe("names that no bank accepts", () => {
  test.each<[string, string, number]>([
    ["", "EMPTY", 0],
    ["ヤマダ&サンズ", "SYMBOL", 3],
    ["ヤマダ～", "SYMBOL", 3],
    ["ーヤマダ", "LEADING_PROLONGED", 0],
    ["-A", "LEADING_PROLONGED", 0],
    ["ア゛", "DANGLING_MARK", 1],
    ["ﾜﾞ", "RARE_KANA", 0],
    ["ヤマダ太", "KANJI", 3],
    ["ヤマダ😀", "EMOJI", 3],
    ["ヤマダé", "LATIN", 3],
    ["ヤマダ\n\u0007", "SYMBOL", 4],
    ["ヤマダ\ud83d", "SYMBOL", 3],
  ])("%j: %s", (typed, code, position) => {
    expect(readAccountName(typed)).toMatchObject({ ok: false, error: { problems: [{ code, position }] } });
  });
});

describe("length", () => {
  test("30 bytes fit everywhere, 48 fit a single transfer, and 49 are refused whole", () => {
    expect(readAccountName("ア".repeat(30))).toMatchObject({ ok: true, value: { warnings: [] } });
    expect(readAccountName("ア".repeat(31))).toMatchObject({
      ok: true,
      value: { warnings: ["LONGER_THAN_BULK_FILE_FIELD"] },
    });
    expect(readAccountName("ガ".repeat(24))).toMatchObject({ ok: true });
    expect(readAccountName(`${"ガ".repeat(24)}ア`)).toMatchObject({
      ok: false,
      error: { problems: [{ code: "TOO_LONG" }] },
    });
    expect(readAccountName("ア".repeat(10_000))).toMatchObject({ ok: false });
  });
});

const typedName = fc.oneof(
  fc.string({
    unit: fc.constantFrom(..."アガッヴァーンヲヰヮｱｶﾞﾟｰやまだ゛ -－―　Aaａ1２().,/｢「¥\\株㈱ヶヷ・山😀"),
    maxLength: 20,
  }),
  fc.string({ unit: fc.constantFrom("株式会社", "営業所", "ヤマダ", "ﾔﾏﾀﾞ", " ", "-", "A", "（"), maxLength: 6 }),
  anyText,
);

test("reading a name twice is reading it once, and the bank's text reads back as the bank's text", () => {
  fc.assert(
    fc.property(typedName, (typed) => {
      const read = readAccountName(typed);
      if (!read.ok) return;
      const { name, zengin } = read.value;
      expect(readAccountName(name)).toMatchObject({ ok: true, value: { name, zengin, confirm: [] } });
      expect(zenginOf(fullWidthName(zengin))).toBe(zengin);
    }),
    { numRuns: 1_000 },
  );
});

test("the bank's text is one byte a character of JIS X 0201, with no small kana", () => {
  fc.assert(
    fc.property(typedName, (typed) => {
      const read = readAccountName(typed);
      if (read.ok) expect(read.value.zengin).toMatch(/^[ｱ-ﾝｦﾞﾟ0-9A-Z ()\-./,\\｢｣]{1,48}$/);
    }),
    { numRuns: 1_000 },
  );
});

test("every kana has the narrow form that Unicode gives it, but for small ones and those that have none", () => {
  for (let point = 0xff66; point <= 0xff9d; point++) {
    const narrow = String.fromCharCode(point);
    if (narrow === "ｰ" || (narrow >= "ｧ" && narrow <= "ｯ")) continue;
    expect(zenginOf(narrow.normalize("NFKC"))).toBe(narrow);
  }
});
