import { describe, expect, test } from "vitest";
import { chooseLocale } from "@/lib/i18n/locale";

describe("the language of a page", () => {
  test.each([
    ["a choice outranks the browser", "ja", "en-US,en;q=0.9", "ja"],
    ["a Japanese browser reads Japanese", undefined, "ja-JP,ja;q=0.9,en;q=0.5", "ja"],
    ["weights decide, not the order", undefined, "en;q=0.4, ja;q=0.8", "ja"],
    ["the first of equals wins", undefined, "en-GB,ja", "en"],
    ["a language that is refused is not shown", undefined, "ja;q=0, fr", "en"],
    ["others read English", undefined, "fr-FR,de;q=0.8", "en"],
    ["without a header it is English", undefined, null, "en"],
    ["a cookie that is no language of ours is ignored", "../../etc", "ja", "ja"],
  ])("%s", (_promise, chosen, header, expected) => {
    expect(chooseLocale(chosen, header)).toBe(expected);
  });
});
