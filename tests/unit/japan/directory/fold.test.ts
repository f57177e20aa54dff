import { expect, test } from "vitest";
import { foldKana, kanaKey } from "@/lib/japan/directory/fold";
import { katakanaFromRomaji } from "@/lib/japan/directory/romaji";

test.each([
  ["mizuho", "ミズホ"],
  ["tokyo", "トキヨ"],
  ["shinjuku", "シンジユク"],
  ["sinzyuku", "シンジユク"],
  ["shimbashi", "シンバシ"],
  ["hokkaido", "ホツカイド"],
  ["matcha", "マツチヤ"],
  ["kyushu", "キユシユ"],
  ["kin'yu", "キンユ"],
  ["fuji", "フジ"],
  ["huzi", "フジ"],
  ["san-in", "サンイン"],
  ["hokkaidō", "ホツカイド"],
])("%s sounds like %s", (letters, kana) => {
  expect(foldKana(katakanaFromRomaji(letters) ?? "")).toBe(kana);
});

test.each(["smbc", "x", "ufj", "123", "quebec"])("%s is no Japanese word", (letters) => {
  expect(katakanaFromRomaji(letters)).toBeNull();
});

test.each([
  ["トウキョウ", "トーキョー"],
  ["とうきょう", "ﾄｳｷｮｳ"],
  ["オオサカ", "オーサカ"],
  ["ユウチョ", "ユーチョ"],
  ["ニッポン", "ニホン"],
  ["シズオカ", "シヅオカ"],
  ["ソニー", "ソニ－"],
  ["ジョウヨウ", "ジヨウヨウ"],
  ["キョウトシンヨウキンコ", "キヨウトシンキン"],
])("%s and %s are one to a search", (one, other) => expect(foldKana(one)).toBe(foldKana(other)));

test("kana that differ in more than length stay apart", () => {
  expect(foldKana("チバ")).not.toBe(foldKana("シバ"));
  expect(foldKana("アオイ")).not.toBe(foldKana("アイ"));
});

test.each([
  ["三菱", null],
  ["みつびし", "ミツビシ"],
  ["MUFG", null],
  ["12", null],
])("the kana of %s: %s", (typed, key) => expect(kanaKey(typed)).toBe(key));
