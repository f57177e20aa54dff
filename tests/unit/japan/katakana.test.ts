import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readKatakana } from "@/lib/japan/katakana";
import { anyText } from "../any-text";
import { VECTORS } from "./vectors";

test.each(VECTORS.katakana)(
  "$id: $note",
  ({ input, expect: { ok, value, codes, suggest = null, confirm = [], warnings = [] } }) => {
    const read = readKatakana(input);
    expect(read.ok).toBe(ok);
    if (read.ok) {
      expect(read.value).toMatchObject({ value, confirm, warnings });
    } else {
      expect([...new Set(read.error.problems.map(({ code }) => code))]).toEqual(codes);
      expect(read.error.suggestion).toBe(suggest);
    }
  },
);

describe("what was changed without asking is named", () => {
  test.each<[string, string[]]>([
    ["ヤマダ　タロウ", []],
    ["ﾔﾏﾀﾞ", ["WIDTH"]],
    ["カ゛", ["MARKS"]],
    ["やまだ", ["HIRAGANA"]],
    ["か\u3099", ["MARKS", "HIRAGANA"]],
    [" ヤマダ  タロウ", ["SPACES"]],
    ["ヤマダ\u3000\u3000タロウ", ["SPACES"]],
    ["\ufeffヤ\u200bマダ\u00ad", ["INVISIBLE"]],
    ["ヤマダ\u202e", ["INVISIBLE"]],
  ])("%j: %j", (typed, changes) => {
    expect(readKatakana(typed)).toMatchObject({ ok: true, value: { changes } });
  });
});

describe("each dash after a kana is proposed as the long-vowel mark, and no other", () => {
  test.each([..."-‐‑‒–—―−─━﹘﹣－〜～"])("%s", (dash) => {
    expect(readKatakana(`ス${dash}パ${dash}${dash}`)).toMatchObject({
      ok: true,
      value: { value: "スーパーー", confirm: ["DASH_TO_PROLONGED"] },
    });
    expect(readKatakana(`${dash}スパ`)).toMatchObject({
      ok: false,
      error: { problems: [{ code: "SYMBOL", character: dash, position: 0 }] },
    });
  });
});

describe("a refused character is named with its place in the text that is shown", () => {
  test.each<[string, string, string, number]>([
    ["", "EMPTY", "", 0],
    ["ﾔﾏﾀﾞ太", "KANJI", "太", 3],
    ["ヤマダ 𠮷", "KANJI", "𠮷", 4],
    ["😀ヤマダ2", "EMOJI", "😀", 0],
    ["ヤマダ²", "SYMBOL", "²", 3],
    ["ヤマダé", "LATIN", "é", 3],
    ["ヤマダ\u0000", "SYMBOL", "\u0000", 3],
    ["ヤマダ\ud83d", "SYMBOL", "\ud83d", 3],
    ["ヤマダ　ータ", "LEADING_PROLONGED", "ー", 4],
    ["アㇰ", "RARE_KANA", "ㇰ", 1],
    ["アヿ", "RARE_KANA", "ヿ", 1],
    ["アわ゛", "RARE_KANA", "\u30f7", 1],
    ["ア㋐", "SQUARED_KANA", "㋐", 1],
    ["みすゞ", "ITERATION_MARK", "ゞ", 2],
    ["ヤマダ（カ", "SYMBOL", "（", 3],
    ["ヤマダ👨‍👩‍👧", "EMOJI", "👨", 3],
  ])("%j: %s", (typed, code, character, position) => {
    const read = readKatakana(typed);
    expect(read.ok).toBe(false);
    expect(!read.ok && read.error.problems[0]).toMatchObject({ code, character, position });
  });
});

describe("a look-alike is proposed for its shape, never a reading for kanji", () => {
  test("beside kana", () => expect(readKatakana("ス一パ一")).toMatchObject({ error: { suggestion: "スーパー" } }));
  test("not where there is no kana at all", () =>
    expect(readKatakana("三千")).toMatchObject({ error: { suggestion: null } }));
  test("not where another kanji would stay", () =>
    expect(readKatakana("ヤマダ二郎")).toMatchObject({ error: { suggestion: null } }));
});

// Weighted towards what people type, so that many of the names come out right.
const kanaLike = fc.constantFrom(..."アガッヴァーンヲｱｶﾞﾟｰやまだがっ゛゜ -－〜　\t力一ヶヮヷ・山A1😀\u3099\u200b");
const typedName = fc.oneof(
  fc.string({ unit: kanaLike, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..."ヤマダﾔﾏﾀﾞやまだ ー-"), maxLength: 8 }),
  anyText,
);

test("reading a name twice is reading it once", () => {
  fc.assert(
    fc.property(typedName, (typed) => {
      const read = readKatakana(typed);
      const { value } = read.ok ? read.value : read.error;
      const again = readKatakana(value);
      expect(again.ok).toBe(read.ok);
      expect((again.ok ? again.value : again.error).value).toBe(value);
      if (again.ok) expect(again.value).toMatchObject({ changes: [], confirm: [] });
    }),
    { numRuns: 1_000 },
  );
});

test("a name that is accepted is full-width katakana, composed, and no longer than what was typed", () => {
  fc.assert(
    fc.property(typedName, (typed) => {
      const read = readKatakana(typed);
      if (!read.ok) return;
      const { value } = read.value;
      expect(value).toMatch(/^[ァ-ヶ][ァ-ヶー]*(\u3000[ァ-ヶ][ァ-ヶー]*)*$/);
      expect(value.normalize("NFC")).toBe(value);
      expect(value.length).toBeLessThanOrEqual(typed.length);
    }),
    { numRuns: 1_000 },
  );
});

test("a suggestion is a name that is accepted as it is", () => {
  fc.assert(
    fc.property(typedName, (typed) => {
      const read = readKatakana(typed);
      if (read.ok || read.error.suggestion === null) return;
      expect(readKatakana(read.error.suggestion)).toMatchObject({
        ok: true,
        value: { value: read.error.suggestion, changes: [], confirm: [] },
      });
    }),
    { numRuns: 1_000 },
  );
});

test("what has no kana in it never becomes kana", () => {
  const foreign = fc.string({ unit: fc.constantFrom(..."abcＡＢ山田力一1２😀㌔ｦ".replace("ｦ", "")) });
  fc.assert(
    fc.property(foreign, (typed) => {
      expect(readKatakana(typed).ok).toBe(false);
    }),
  );
});
