import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fieldProblems } from "@/lib/fields";
import { registrationInput } from "@/lib/kyc/schema";
import { looksPrefixed } from "@/lib/payments-api/player-id";

const typed = (more: Record<string, unknown> = {}) =>
  registrationInput.safeParse({ formId: randomUUID(), playerId: "p-20391", userName: "ヤマダ　タロウ", ...more });
const problems = (more: Record<string, unknown>) => {
  const read = typed(more);
  return read.success ? {} : fieldProblems(read.error);
};

describe("a player's id", () => {
  test.each(["p-20391", "20391", "p_1", "abc_123", "プレイヤー1", "_1"])("%s is taken as it is", (playerId) => {
    expect(typed({ playerId }).data?.playerId).toBe(playerId);
  });

  test.each(["123_abc", "123_456_x", "1_"])("%s would lose its head in a callback, and is refused", (playerId) => {
    expect(looksPrefixed(playerId)).toBe(true);
    expect(problems({ playerId })).toEqual({ playerId: "playerIdPrefixed" });
  });

  test.each(["ｐ－９０００１", "p-９０００１", "１２３＿abc", "プレイヤー１"])(
    "%s is another ID than the one in half width, and is refused",
    (playerId) => {
      expect(problems({ playerId })).toEqual({ playerId: "playerIdWide" });
    },
  );

  test.each([
    ["", "required"],
    ["   ", "required"],
    ["a\u0000b", "unusableCharacter"],
    ["a\nb", "unusableCharacter"],
    ["a\u200bb", "unusableCharacter"],
    ["\ud800", "unusableCharacter"],
    ["p".repeat(129), "tooLong:128"],
  ])("%j is refused: %s", (playerId, code) => {
    expect(problems({ playerId })).toEqual({ playerId: code });
  });
});

describe("a player's name", () => {
  test.each([
    ["ヤマダ タロウ", "ヤマダ　タロウ"],
    ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ　タロウ"],
    ["やまだ　たろう", "ヤマダ　タロウ"],
  ])("%s leaves as %s", (userName, sent) => {
    expect(typed({ userName }).data?.userName).toBe(sent);
  });

  test.each([
    ["", "required"],
    ["山田太郎", "playerName"],
    ["セ−ルス", "nameUnconfirmed"],
    ["Yamada Taro", "playerName"],
    ["ヤマダ😀", "playerName"],
    ["カ）ヤマダ", "playerName"],
    ["ア".repeat(101), "tooLong:100"],
    ["=cmd()", "playerName"],
  ])("%j is refused: %s", (userName, code) => {
    expect(problems({ userName })).toEqual({ userName: code });
  });
});
