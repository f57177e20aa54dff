import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { apiKeyInput } from "@/lib/api-keys/schema";
import { fieldProblems } from "@/lib/fields";
import { freezeInput } from "@/lib/freezes/schema";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";
import { problemParts } from "@/lib/i18n/over-limit";
import { accountsInput } from "@/lib/journals/schema";
import { payeeInput } from "@/lib/payees/schema";
import { READING_MINUTES } from "@/lib/reconciliation/ledger-source/state";
import { explainInput } from "@/lib/reconciliation/schema";
import { noteInput } from "@/lib/transactions/schema";

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

  test("a payout that an approver sends back was not returned, which money is", () => {
    expect([...english].filter(([, text]) => /\breturned\b/.test(text))).toEqual([]);
  });

  test("a holder's rare kana are not said to be sent otherwise than typed", () => {
    expect(en.kana.warnings.UNUSUAL_KANA).not.toMatch(/\bsent\b/);
  });

  test("a ledger row without an order here is not said to be unknown to the service, which may not have been asked", () => {
    expect(en.findings.kinds.only_in_ledger.about).not.toMatch(/service has no/);
    expect(ja.findings.kinds.only_in_ledger.about).not.toMatch(/決済サービスに該当/);
  });

  test("the service is no provider on the pages of players", () => {
    expect(flat(en.players).filter(([, text]) => /the provider/.test(text))).toEqual([]);
  });

  test("a case of Japanese for one thing is reached: the language has no plural form of that name", () => {
    expect([...japanese].filter(([, text]) => /, plural,[^}]*\bone \{/.test(text))).toEqual([]);
  });

  test("one is not counted in the plural", () => {
    const t = createTranslator({ locale: "en", messages: en });
    const b = (chunks: string) => chunks;
    expect([
      t.markup("rules.summary", { b, rules: 1, limits: 1, proposals: 0 }),
      t.markup("audit.summary", { b, actions: 1, users: 1 }),
      ...(["transactions", "players", "reconciliation"] as const).map((what) =>
        t(`actions.done.${what}.exported`, { by: "Aiko", rows: 1 }),
      ),
    ]).toEqual([
      "1 rule · 1 daily limit · no change proposed",
      "1 kind of action by 1 user · times in JST",
      "Aiko exported 1 order",
      "Aiko exported 1 player",
      "Aiko exported 1 row of a reconciliation",
    ]);
    // What was not recorded is a dash.
    expect(t("actions.done.players.exported", { by: "Aiko", rows: "–" as never })).toBe("Aiko exported – players");
  });

  test.each([
    ["500", "reason", freezeInput, { userId: null, reason: "r".repeat(501) }],
    ["500", "note", explainInput, { id: "1", reason: "other", note: "r".repeat(501) }],
    ["2,000", "text", noteInput, { referenceId: "W-1", noteId: "0".repeat(32), text: "n".repeat(2_001) }],
    ["60", "name", apiKeyInput, { name: "x".repeat(61) }],
    ["60", "label", payeeInput, { currency: "JPY", label: "x".repeat(61) }],
    [
      "24",
      "accounts.fees.debit.account",
      accountsInput,
      { accounts: { fees: { debit: { account: "科".repeat(13) } } } },
    ],
    ["50", "networks", apiKeyInput, { networks: Array.from({ length: 51 }, (_, at) => `10.0.0.${at}`).join(" ") }],
  ])("what is longer than %s, in the field %s, is refused with the limit", (most, field, schema, input) => {
    const { error } = schema.safeParse(input);
    const code = error ? (fieldProblems(error)[field] ?? "") : "";
    for (const t of [
      createTranslator({ locale: "en", messages: en }),
      createTranslator({ locale: "ja", messages: ja }),
    ])
      expect(t("fields.problem", problemParts(code))).toContain(most);
  });

  test("a query of the ledger database that is too slow or too large has a way out", () => {
    const { timeout, too_many_rows, too_large } = en.ledgerSource.problems;
    for (const text of [timeout, too_many_rows, too_large]) expect(text).toMatch(/narrow/i);
    expect(timeout).toContain("LEDGER_STATEMENT_SECONDS");
    expect(timeout).toContain(`${READING_MINUTES} minutes`);
    expect(ja.ledgerSource.problems.timeout).toContain(`${READING_MINUTES}分`);
  });
});
