import { expect, test } from "vitest";
import { isSameHolder } from "@/lib/japan/same-holder";

test.each([
  ["ヤマダ　ショウジ", "ﾔﾏﾀﾞ ｼﾖｳｼﾞ", true],
  ["ヤマダ　タロー", "ﾔﾏﾀﾞﾀﾛ-", true],
  ["ヤマダ　ショウジ", "やまだ　しょうじ", true],
  ["カ）ＡＢＣ", "ｶ)abc", true],
  ["SOMCHAI JAIDEE", "Somchai  Jaidee", true],
  ["サトウ　ユキ", "サトウ　ユウキ", false],
  ["オノ　ケイ", "オオノ　ケイ", false],
  ["ヤマダ　タロー", "ヤマダ　タロウ", false],
  ["ヲガワ　カヅコ", "オガワ　カズコ", false],
  ["カ）ヤマダ", "ヤマダ（カ", false],
  ["ヤマダ", "ヤマタ", false],
  ["สมชาย ใจดี", "สมชาย ใจดิ", false],
])("%s and %s: one holder %s", (one, other, expected) => {
  expect(isSameHolder(one, other)).toBe(expected);
});
