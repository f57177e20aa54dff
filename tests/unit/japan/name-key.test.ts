import { describe, expect, test } from "vitest";
import { nameKey, nameKeys, nameReadings, nearKeys } from "@/lib/japan/name-key";

describe("one name, however it is written", () => {
  test.each(["ヤマダ　タロウ", "ヤマダタロウ", "ﾔﾏﾀﾞ ﾀﾛｳ", "やまだ　たろう", "ヤマタ\u309b タロー", "ヤマダ・タロ"])(
    "%s",
    (name) => {
      expect(nameKey(name)).toBe("ヤマダタロ");
    },
  );

  test.each([
    ["オオノ", "オノ"],
    ["キョウコ", "キョーコ"],
    ["シヨツピングセンター", "ショッピングセンタ"],
    ["ヲノ ヅカサ", "オノズカサ"],
    ["カ）ヤマダ", "カ ヤマダ"],
    ["ＡＢＣ", "abc"],
  ])("%s is %s", (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test("another name is another name", () => {
    expect(nameKey("ヤマダ")).not.toBe(nameKey("ヤマタ"));
  });
});

describe("near enough", () => {
  const [written] = nameReadings("ヤマダ タロウ");
  // As the database writes them down: of two words also the other way round.
  const stored = new Set(nameKeys([written!]).flatMap((key) => nearKeys({ ...written!, key })));
  test.each([
    "ヤマタ タロウ",
    "タロウ ヤマダ",
    "ヤマダ ダロウ",
    "ヤマダ シロウ",
    "ヤマダ コタロウ",
    "マヤダ タロウ",
    "yamada taro",
  ])("%s", (typed) => {
    expect(
      nameReadings(typed)
        .flatMap(nearKeys)
        .some((key) => stored.has(key)),
    ).toBe(true);
  });

  test.each(["スズキ タロウ", "ヤマモト", "サトウ ハナコ"])("not %s", (typed) => {
    expect(
      nameReadings(typed)
        .flatMap(nearKeys)
        .some((key) => stored.has(key)),
    ).toBe(false);
  });
});
