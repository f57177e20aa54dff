import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";
import { FOLLOW_UPS_MAX, isCut } from "@/lib/withdrawals/follow-up";

const inEnglish = createTranslator({ locale: "en", messages: { dashboard: en.dashboard }, namespace: "dashboard" });
const inJapanese = createTranslator({ locale: "ja", messages: { dashboard: ja.dashboard }, namespace: "dashboard" });
const shell = {
  en: createTranslator({ locale: "en", messages: { shell: en.shell }, namespace: "shell" }),
  ja: createTranslator({ locale: "ja", messages: { shell: ja.shell }, namespace: "shell" }),
};

test("a count that stopped early says that it is no exact one", () => {
  const rest = { count: 80, more: "yes" };
  expect([inEnglish("followUps.more", rest), inJapanese("followUps.more", rest)]).toEqual([
    "At least 80 more payouts.",
    "ほかに80件以上あります。",
  ]);
  const forged = { count: 1_000, more: "yes" };
  expect([inEnglish("forged", forged), inJapanese("forged", forged)]).toEqual([
    "1,000 or more callbacks with an invalid signature in the last 24 hours",
    "直近24時間に署名が不正なコールバックが1,000件以上",
  ]);
  const waiting = { section: "dashboard", count: 104, more: "yes" };
  expect([shell.en("waiting", waiting), shell.ja("waiting", waiting)]).toEqual([
    "104 or more to resolve",
    "要対応104件以上",
  ]);
  const bell = { count: 104, more: "yes" };
  expect([shell.en("notifications.label", bell), shell.ja("notifications.label", bell)]).toEqual([
    "Notifications: 104 or more need action",
    "通知：要対応 104件以上",
  ]);
  expect(shell.en("notifications.label", { count: 1, more: "no" })).toBe("Notifications: 1 needs action");
  expect(inEnglish("whose.mine", { count: 100, more: "yes" })).toBe("Assigned to me 100+");
  expect(inEnglish("whose.mine", { count: 99, more: "no" })).toBe("Assigned to me 99");
});

test("of payouts to follow up, so many as are counted at the most may be more", () => {
  const list = (count: number) => ({ count, counted: 0, rows: [] });
  expect(isCut({ own: list(1), others: list(FOLLOW_UPS_MAX) })).toBe(true);
  expect(isCut({ own: list(FOLLOW_UPS_MAX - 1), others: list(0) })).toBe(false);
  expect(isCut(null)).toBe(false);
});
