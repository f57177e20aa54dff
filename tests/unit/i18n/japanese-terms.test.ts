import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import ja from "@/lib/i18n/messages/ja.json";

/** Words that native readers stumbled over, and what replaced them. */
const WITHDRAWN: [word: RegExp, use: string][] = [
  [/(?<!資金の)移動なし/, "発生なし"],
  [/採用/, "反映"],
  [/証明にならない/, "単独では確定できない"],
  [/原文/, "電文"],
  [/(?<!決済)サービス/, "決済サービス"],
  [/(?<!未確認)差額/, "保留額"],
  [/注文/, "取引"],
  [/期首|期末/, "前日残高, 当日末残高"],
  [/不足取引/, "未登録取引の取込"],
  [/に拒否されました/, "で受け付けられませんでした"],
  [/}は完了しました/, "が完了しました"],
  [/正しい回答|照会できるか|到達|手がかり|説明できない/, "a plain label"],
  [/依頼者/, "申請者"],
  [/支払い後の取消/, "送信後は取り消せません"],
  [/重複の疑いのある明細を/, "警告のある明細を"],
  [/未確認差額のある日/, "残高差異のある日"],
  [/すでに締められていません/, "締めはすでに解除されています"],
  [/署名(付きの|なし|なしの|のない)通知|届いた通知|完了の?通知/, "コールバック"],
  [/自動で再送/, "自動で送信し直します"],
  [/全銀表記|銀行形式/, "全銀形式"],
  [/トレーラ(?!ー)|ヘッダ(?!ー)/, "トレーラー, ヘッダー"],
  [/提供元/, "決済サービス"],
  [/振込人|支払元/, "支払人, 振込元"],
  [/\{line\}行(?!目)/, "行目: 3行 is three lines"],
  [/サインアウトしています。/, "サインアウトされています"],
];

const { reconciliation: _, ...dailyClose } = ja.dailyClose;
const { done } = ja.actions;

/** Words that are right on other screens, and say something false on these. */
const MISPLACED: [word: RegExp, why: string, where: object][] = [
  [/本人確認/, "KYC of a player", { ...ja.stepUp, ...done.step_up }],
  [/不足/, "payouts that are not covered", [ja.notifications.events.low_balance, ja.notifications.routing.floor]],
  [/中止/, "an order that is never sent", [done.withdrawal.altered, done.deposit.altered]],
  [/照会し/, "a check that was started", ja.balances.explained.restIs],
  [/送信(?!前)/, "sending a message, to a player", ja.orders.reply.said],
  [/(?<!残高)差異/, "an exception of a reconciliation", { ...dailyClose, ...done.day }],
];

function texts(messages: object): string[] {
  return Object.values(messages).flatMap((one) => (typeof one === "string" ? [one] : texts(one)));
}

test.each(WITHDRAWN)("the Japanese screens never say %s", (word) => {
  expect(texts(ja).filter((text) => word.test(text))).toEqual([]);
});

test.each(MISPLACED)("%s, which means %s, is not said elsewhere", (word, _why, where) => {
  expect(texts(where).filter((text) => word.test(text))).toEqual([]);
});

test("of several unknown outcomes, none is said to be outside the held amount for certain", () => {
  const t = createTranslator({ locale: "ja", messages: ja, namespace: "balances.explained" });
  expect([1, 2].map((count) => t("uncertainApart", { count }))).toEqual([
    "結果不明1件（保留額に含まれていません）",
    "結果不明2件（一部または全部は保留額に含まれていません）",
  ]);
});
