import { describe, expect, test } from "vitest";
import { clockTime, findText, line, optionalReason, reasonText } from "@/lib/fields";
import { playerFilter } from "@/lib/kyc/schema";
import { teamFilter } from "@/lib/team/schema";

describe("what a list is searched by", () => {
  const field = findText(4);

  test.each([
    ["p-1\u200b", "p-1"],
    ["\u2066 p-1\u2069 ", "p-1"],
    ["p\u0000-1", "p -1"],
    ["p-12345", "p-12"],
    ["𠮷𠮷𠮷𠮷𠮷", "𠮷𠮷𠮷𠮷"],
    ["\u200b", ""],
    [undefined, ""],
    [["p-1", "p-2"], ""],
  ])("%j is %j", (typed, read) => {
    expect(field.parse(typed)).toBe(read);
  });

  test("of players, too", () => {
    expect(playerFilter.parse({ q: "ヤマダ\u200b" })).toMatchObject({ q: "ヤマダ" });
  });

  test("of users, too", () => {
    expect(teamFilter.parse({ q: "\u200bops@test.example" })).toEqual({ show: "all", q: "ops@test.example" });
    expect(teamFilter.parse({})).toEqual({ show: "all", q: "" });
  });
});

describe("a time of day", () => {
  test.each([
    ["09:30", "09:30"],
    ["8:30", "08:30"],
    ["８：３０", "08:30"],
    ["　２３：５９ ", "23:59"],
    ["0:00", "00:00"],
  ])("%j is stored as %j", (typed, stored) => {
    expect(clockTime.parse(typed)).toBe(stored);
  });

  test.each(["", "24:00", "8:3", "8:60", "830", "008:30", "8:30 pm", "-8:30"])("%j is none", (typed) => {
    expect(clockTime.safeParse(typed).error?.issues).toMatchObject([{ message: "clockTime" }]);
  });
});

describe("what was pasted from a spreadsheet", () => {
  test("has spaces for its tabs where people write words", () => {
    expect(reasonText.parse("\tpaid\ttwice\t")).toBe("paid twice");
    expect(optionalReason.parse("a\tb")).toBe("a b");
    expect(optionalReason.parse("\t")).toBe("");
    expect(reasonText.safeParse("\t").error?.issues[0]?.message).toBe("required");
    expect(reasonText.safeParse(undefined).error?.issues[0]?.message).toBe("required");
  });

  test("is refused in an ID, which would be another one", () => {
    expect(line(128).safeParse("p-1\tp-2").error?.issues[0]?.message).toBe("unusableCharacter");
  });
});
