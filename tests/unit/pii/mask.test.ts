import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zenginOf } from "@/lib/japan/zengin";
import { maskedAccount, maskedDetail, maskedLine, maskedName, namesOf, shownFailure, without } from "@/lib/pii/mask";

describe("what is left of an account and a name", () => {
  test.each([
    ["0123456", "•••456"],
    ["12345", "•••"],
    ["TXYZ9876abcdef", "•••def"],
    ["", "•••"],
  ])("the account %s is %s", (account, left) => {
    expect(maskedAccount(account)).toBe(left);
  });

  test.each([
    ["ヤマダ　タロウ", "ヤ•••"],
    ["ｶﾞ", "ｶ•••"],
    ["SOMCHAI JAIDEE", "S•••"],
    ["𠮷野", "𠮷•••"],
    ["　", "•••"],
  ])("the name %s is %s", (name, left) => {
    expect(maskedName(name)).toBe(left);
  });

  test("never more than three characters of an account, and one of a name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect([...maskedAccount(text)].length).toBeLessThanOrEqual(6);
        expect([...maskedName(text)].length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

describe("words of others that repeat a name or an account", () => {
  const values = ["ヤマダ　タロウ", "0123456", null, "Z"];

  test.each([
    ["口座名義 ヤマダ　タロウ が違います", "口座名義 ••• が違います"],
    ["holder ヤマダ タロウ", "holder •••"],
    ["名義 ﾔﾏﾀﾞ ﾀﾛｳ", "名義 •••"],
    ["ｶﾅ", "ｶﾅ"],
    ["ヤマダタロウ 0123456", "••• •••"],
    ["Zone", "Zone"],
  ])("%s is shown as %s", (said, shown) => {
    expect(without(said, values)).toBe(shown);
  });

  test.each([
    [["NGUYEN VAN A", "0123456789"], "Called Nguyen Van A, account 0123 456 789", "Called •••, account •••"],
    [["ヤマダ タロウ", "1234567"], "ヤマダ・タロウ ヤマダ  タロウ 123-4567", "••• ••• •••"],
    [["ヤマダ タロウ"], "名義 ﾔﾏﾀﾞ･ﾀﾛｳ 様", "名義 ••• 様"],
    [["SOMCHAI J. (TH)"], "to somchai j (th).", "to •••."],
    [["A.*B", "C$1D"], "a.*b, aXb and c$1d", "•••, aXb and •••"],
    [["1234567"], "123ー4567 and １２３－４５６７", "••• and •••"],
    [["123ー4567"], "account 1234567", "account •••"],
    [["José Núñez"], "JOSE\u0301 NU\u0301N\u0303EZ", "•••"],
    [["𠮷野 太郎"], "𠮷野太郎様", "•••様"],
    [["TARO ABE"], "受取人バTaro Abe様", "受取人バ•••様"],
    [["ヤマダ", "ヤマダ タロウ"], "ヤマダ・タロウとヤマダ", "•••と•••"],
    [["Yamada Taro", "ヤマダ　タロウ"], "YAMADA, TARO、ヤマダ、タロウ", "•••、•••"],
    [["サリー", "リー"], "サリー、リーとﾘｰ（リス）", "•••、•••と•••（リス）"],
  ])("%j, spelt in another way in: %s", (known, said, shown) => {
    expect(without(said, known)).toBe(shown);
  });

  test.each([
    [["1234567"], "amount 1,234,567 or 123-45678"],
    [["Li An", "Al"], "Italian totals, also real ones"],
    [["ヤマタ", "アハ"], "ヤマダ ﾔﾏﾀﾞ アバ"],
    [["-", " ", "・", "a"], "A sentence - as before・"],
    [["0123456"], "㈱　ﾃｽﾄ １２"],
    [["1234567"], "1234, 567 and 1234、567"],
    [["ー"], "サービス"],
  ])("%j are not in: %s", (known, said) => {
    expect(without(said, known)).toBe(said);
  });

  test.each(["ヤマダ　キョウコ", "サトウ　リョウ", "ハットリ　ショウタ", "セーラ", "ヴィオ", "ジョージ　ヱビス"])(
    "the name %s is masked as banks spell it, and a bank's spelling as people do",
    (name) => {
      expect(without(`名義 ${zenginOf(name)} 様`, [name])).toBe("名義 ••• 様");
      expect(without(`名義 ${name} 様`, [zenginOf(name)])).toBe("名義 ••• 様");
    },
  );

  test("as it is spelt, a value is masked in any surroundings, and what is around it stays", () => {
    const plain = fc.string({ unit: fc.constantFrom(..."abＡｱﾊﾞ1 -.,") }).filter((other) => !other.startsWith("ﾞ"));
    fc.assert(
      fc.property(plain, fc.constantFrom("Yamada", "ヤマダ　タロウ", "0123456"), plain, (before, value, after) => {
        expect(without(`${before}${value}${after}`, [value])).toBe(`${before}•••${after}`);
      }),
    );
  });

  test("a long text and the many values of a batch take no time that one would notice", () => {
    const values = Array.from({ length: 2_000 }, (_, nth) => [`ヤマダ タロウ${nth}`, String(1_000_000 + nth)]).flat();
    const begun = performance.now();
    const shown = without(`${"- ".repeat(20_000)}ヤマダ・タロウ7 100-0007 ${"ヤ マ ".repeat(10_000)}`, values);
    expect(shown).toContain(" ••• ••• ");
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test("a refusal keeps all but the name in its message and its fields", () => {
    const refused = {
      kind: "refused",
      status: 400,
      message: "Invalid name: ヤマダ　タロウ",
      fields: ["userName: ヤマダ タロウ is not known", "amount"],
    } as const;
    const shown = { message: "Invalid name: •••", fields: ["userName: ••• is not known", "amount"] };
    expect(shownFailure(refused, values)).toEqual({ ...refused, ...shown });
    const lost = { kind: "unknown", reason: "no_answer" } as const;
    expect(shownFailure(lost, values)).toEqual(lost);
  });

  test("a refusal about a player hides its message and its fields where no name is known that they could repeat", () => {
    const refused = { kind: "refused", status: 400, message: "Invalid: ヤマダ", fields: ["userName: ヤマダ"] } as const;
    for (const unknown of [
      [],
      [{ userName: null }],
      [{ userName: "" }],
      [{ userName: "ヤマダ" }, { userName: null }],
    ]) {
      expect(shownFailure(refused, namesOf(unknown))).toEqual({ ...refused, message: "•••", fields: [] });
    }
    expect(shownFailure(refused, namesOf([{ userName: "ヤマダ" }]))).toEqual({
      ...refused,
      message: "Invalid: •••",
      fields: ["userName: •••"],
    });
    const lost = { kind: "unknown", reason: "server_error", message: undefined } as const;
    expect(shownFailure(lost, "all")).toEqual(lost);
  });
});

describe("a line of the log", () => {
  test("names are masked, and what is no name stays", () => {
    const detail = { userName: "ヤマダ", before: "スズキ", amount: "12000", approversNeeded: 1, inPlaceOf: "W-1" };
    expect(maskedDetail(detail)).toEqual({ ...detail, userName: "ヤ•••", before: "ス•••" });
    expect(maskedDetail({ before: null })).toEqual({ before: null });
  });

  test("a reason or a note is left out, unless it is known whom it may name", () => {
    expect(maskedDetail({ number: "1", reason: "名義はヤマダ" })).toEqual({ number: "1" });
    expect(maskedDetail({ kind: "other", note: "ヤマダ様へ返金" })).toEqual({ kind: "other" });
    expect(maskedDetail({ note: "ヤマダ様へ返金" }, ["ヤマダ"])).toEqual({ note: "•••様へ返金" });
    expect(maskedDetail({ digest: "v1:0:1", sha256: "2", note: "n" }, [])).toEqual({ note: "n" });
    expect(maskedDetail({ reason: "名義はヤマダ" }, ["ヤマダ"])).toEqual({ reason: "名義は•••" });
  });

  test.each([
    ["an address", "q=%E3%83%A4%E3%83%9E%E3%83%80&state=paid", "state=paid"],
    ["an address that begins with another part", "show=open&q=1234567&sort=oldest", "show=open&sort=oldest"],
    ["an address of nothing else", "q=1234567", ""],
    ["an object", { q: "ヤマダ", kind: "users", state: ["paid"] }, { kind: "users", state: ["paid"] }],
    ["an object that holds another", { kind: "users", more: { q: "ヤマダ" } }, { kind: "users" }],
  ])("what was searched for is left out of a filter that is %s", (_how, filter, left) => {
    expect(maskedDetail({ filter, query: filter, rows: 3 })).toEqual({ filter: left, query: left, rows: 3 });
  });

  test("objects of other shapes are left out, and what is known to be amounts stays", () => {
    const limits = [{ currency: "JPY", amount: "1000" }];
    const detail = { before: { userName: "ヤマダ" }, rows: [{ userName: "ヤマダ" }], fields: ["amount"], limits };
    expect(maskedDetail(detail)).toEqual({ fields: ["amount"], limits });
  });

  test("a view may be called what it searches for: its names are masked", () => {
    const line = { action: "view.updated", subject: "ヤマダ", detail: { held: "スズキ", shared: true } };
    expect(maskedLine(line)).toEqual({ subject: "ヤ•••", detail: { held: "ス•••", shared: true } });
    const other = { subject: "W-1", detail: { held: "PENDING" } };
    expect(maskedLine({ action: "transaction.status_changed", ...other })).toEqual(other);
  });
});
