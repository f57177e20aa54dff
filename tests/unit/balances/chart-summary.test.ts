import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { chartSummary } from "@/components/balances/chart-summary";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";

const inEnglish = createTranslator({ locale: "en", messages: en, namespace: "balances.chart" });
const inJapanese = createTranslator({ locale: "ja", messages: ja, namespace: "balances.chart" });

const history = {
  currency: "JPY",
  until: "2026-10-31T14:59:59.999Z",
  points: [{ at: "2026-09-30T15:00:00Z", until: "2026-09-30T15:00:00Z", available: "500", ledger: "500" }],
  extremes: { lowest: "90", highest: "12000" },
};

describe("what a balance chart shows, in words", () => {
  test.each([
    ["until now", false, "Available between ¥90 and ¥12,000 since 1 Oct 2026 00:00."],
    ["of chosen days", true, "Available between ¥90 and ¥12,000 from 1 Oct 2026 00:00 to 31 Oct 2026 23:59."],
  ])("%s", (_range, isCustom, said) => {
    expect(chartSummary(inEnglish, history, { locale: "en", isCustom })).toBe(said);
  });

  test("in Japanese", () => {
    const said = "2026/10/01 00:00〜2026/10/31 23:59の利用可能残高は ¥90 から ¥12,000 の間でした。";
    expect(chartSummary(inJapanese, history, { locale: "ja", isCustom: true })).toBe(said);
  });

  test("nothing where nothing is known", () => {
    const unknown = { ...history, points: [], extremes: null };
    expect(chartSummary(inEnglish, unknown, { locale: "en", isCustom: false })).toBe("");
  });
});
