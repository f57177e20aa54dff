import { expect, test } from "vitest";
import { isSimilarName } from "@/lib/japan/similar-name";

test.each([
  ["カ）アオバシヨウジ", "カ）アオバシヨウテン", true],
  ["アオバ　ケイコ", "ｱｵﾊﾞ ｹｲｺﾞ", true],
  ["ヤマダ　タロウ", "やまだ　たろう", true],
  ["ヤマダ　タロウ", "ヤマダ　ハナコ", false],
  ["スズキ　イチロウ", "アオバ　ケイコ", false],
  ["", "アオバ　ケイコ", false],
])("%s and %s: %s", (one, other, expected) => {
  expect(isSimilarName(one, other)).toBe(expected);
  expect(isSimilarName(other, one)).toBe(expected);
});
