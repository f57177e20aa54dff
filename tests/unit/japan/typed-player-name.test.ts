import { expect, test } from "vitest";
import { typedPlayerName } from "@/lib/japan/typed-player-name";

test.each([
  ["ヤマダ　タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ"],
  ["やまだ　きょうこ", "ﾔﾏﾀﾞ ｷﾖｳｺ"],
  ["ｾｰﾗ", "ｾ-ﾗ"],
  ["ヴィオ　ヲカダ", "ｳﾞｲｵ ｦｶﾀﾞ"],
])("a player's name is shown as banks write it: %s", (typed, zengin) => {
  expect(typedPlayerName(typed)).toMatchObject({ problems: [], zengin });
});

test.each(["山田", "セキヶ", "ア".repeat(49), ""])("of %j there is no bank format", (typed) => {
  expect(typedPlayerName(typed).zengin).toBeNull();
});
