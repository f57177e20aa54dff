import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAccountName } from "@/lib/japan/account-name";
import { typedAccountName } from "@/lib/japan/account-name-input";
import { anyText } from "../any-text";

describe("what a field for a holder's name shows", () => {
  test.each([
    ["ヤマダ　タロウ", "ヤマダ　タロウ"],
    ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ　タロウ"],
    ["やまだ　たろう", "ヤマダ　タロウ"],
    ["yamada", "ＹＡＭＡＤＡ"],
    ["ﾔﾏﾀﾞ ﾄｰﾙ", "ヤマダ　トール"],
    ["Ａ－Ｂ", "Ａ－Ｂ"],
  ])("%s is put right as %s", (typed, text) => expect(typedAccountName(typed)).toMatchObject({ text, proposal: null }));

  test.each([
    ["ヤマダ-タロウ", "ヤマダ-タロウ", "ヤマダータロウ"],
    ["セ―ルス−ー", "セ―ルス−ー", "セールスーー"],
    ["ｾ-ﾙｽ", "セ-ルス", "セールス"],
  ])("a dash in %s stays until a person says that it is a long-vowel mark", (typed, text, proposed) => {
    expect(typedAccountName(typed)).toMatchObject({ text, proposal: { code: "DASH_TO_PROLONGED", text: proposed } });
    expect(typedAccountName(proposed)).toMatchObject({ text: proposed, proposal: null });
  });

  test("a kind of company is proposed, never replaced automatically", () => {
    expect(typedAccountName("株式会社ヤマダ")).toMatchObject({
      text: "株式会社ヤマダ",
      proposal: { code: "COMPANY_ABBREVIATION", text: "カ）ヤマダ" },
      problems: [],
    });
  });

  test("a company whose name has a dash is proposed with words for both", () => {
    expect(typedAccountName("株式会社セ-ルス")).toMatchObject({
      proposal: { code: "COMPANY_AND_DASH", text: "カ）セールス" },
    });
  });

  test("kanji that look like kana, and dots, are proposed beside real kana", () => {
    expect(typedAccountName("力トウ・タロウ")).toMatchObject({
      proposal: { code: "LOOK_ALIKES", text: "カトウ　タロウ" },
      problems: [
        { code: "KANJI", character: "力", position: 0 },
        { code: "MIDDLE_DOT", position: 3 },
      ],
    });
  });

  test.each(["山田太郎", "二口", "ヤマダ😀"])("%s has no reading that we could know", (typed) =>
    expect(typedAccountName(typed)).toMatchObject({ proposal: null }),
  );

  test("a name that is too long still shows its whole length", () => {
    const { problems, zengin } = typedAccountName("ガ".repeat(25));
    expect(problems).toMatchObject([{ code: "TOO_LONG" }]);
    expect(zengin).toHaveLength(50);
  });

  test("to put it right again changes nothing, and what is proposed is accepted", () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const { text, proposal } = typedAccountName(typed);
        expect(typedAccountName(text).text).toBe(text);
        if (proposal) expect(readAccountName(proposal.text)).toMatchObject({ ok: true });
      }),
    );
  });
});
