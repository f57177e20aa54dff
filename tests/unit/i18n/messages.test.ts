import { describe, expect, test } from "vitest";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ""): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as const] : flat(value, `${prefix}${key}.`),
  ) as [string, string][];

/** The names that a message is given values for, and its tags. The words of a branch begin with a capital. */
const gapsOf = (text: string) =>
  [...text.matchAll(/\{\s*([a-z]\w*)\s*[,}]|<(\w+)>/g)].map(([, value, tag]) => value ?? tag);

const english = new Map(flat(en));
const japanese = new Map(flat(ja));

describe("everything can be read in both languages", () => {
  test("the same messages exist in English and Japanese", () => {
    expect([...japanese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test.each([...english])("%s has the same gaps in both", (key, text) => {
    expect(new Set(gapsOf(japanese.get(key) ?? ""))).toEqual(new Set(gapsOf(text)));
  });

  test("no message is empty", () => {
    expect([...english, ...japanese].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("a payout is never called 入金, which means a deposit", () => {
    expect(flat(ja.withdrawals).filter(([, text]) => text.includes("入金"))).toEqual([]);
  });

  test("only a paid order is said to be paid", () => {
    const claims = /^paid$|完了|成功/i;
    expect(Object.entries({ ...en.states }).filter(([, text]) => claims.test(text))).toEqual([["COMPLETED", "Paid"]]);
    expect(Object.entries({ ...ja.states }).filter(([, text]) => claims.test(text))).toEqual([["COMPLETED", "完了"]]);
  });

  test("a proposal that a second user drops is rejected, not taken back", () => {
    const dropped = [...english.keys()].filter((key) => /^actions\.done\..*dropped$/.test(key));
    expect(dropped.length).toBeGreaterThan(7);
    expect(dropped.filter((key) => !/rejected/.test(english.get(key) ?? ""))).toEqual([]);
    expect(dropped.filter((key) => !/却下/.test(japanese.get(key) ?? ""))).toEqual([]);
  });
});
