import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { optionsWith } from "@/components/data-table/options-with";
import { actionName, actorName, auditSentence } from "@/components/messages/audit-sentence";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";
import { tasks } from "@/lib/jobs/tasks";

const inEnglish = createTranslator({ locale: "en", messages: { actions: en.actions }, namespace: "actions" });
const inJapanese = createTranslator({ locale: "ja", messages: { actions: ja.actions }, namespace: "actions" });

describe("who did it", () => {
  test("a person is named", () => {
    expect(actorName(inEnglish, { kind: "user", name: "Aoki" })).toBe("Aoki");
  });

  test("what a callback made the console do says so", () => {
    const actor = { kind: "job", name: "check-unknown-orders" };
    const states = createTranslator({ locale: "en", messages: { states: en.states }, namespace: "states" });
    const words = { by: actorName(inEnglish, actor), action: "transaction.looked_up", locale: "en", detail: {} };
    expect(auditSentence(inEnglish, states, words)).toBe("Choba (after a callback) looked the order up");
    expect(actorName(inJapanese, actor)).toBe("Choba（コールバック受信後）");
  });

  test.each(Object.keys(tasks))("no name of a job is shown: %s", (name) => {
    for (const t of [inEnglish, inJapanese]) expect(actorName(t, { kind: "job", name })).toMatch(/^Choba/);
  });
});

test("a check of the console is named in the reader's language", () => {
  const actor = { kind: "system", name: "database check" };
  expect([actorName(inEnglish, actor), actorName(inJapanese, actor)]).toEqual([
    "Choba (database check)",
    "Choba（データベースの確認）",
  ]);
});

test("a batch that was resumed says whether rows that pay a second time were confirmed", () => {
  const sentences = (detail: Record<string, unknown>) =>
    [["en", inEnglish, en] as const, ["ja", inJapanese, ja] as const].map(([locale, t, messages]) => {
      const states = createTranslator({ locale, messages: { states: messages.states }, namespace: "states" });
      return auditSentence(t, states, { locale, by: "Aoki", action: "batch.resumed", detail });
    });
  expect(sentences({})).toEqual(["Aoki resumed the batch", "Aokiが一括出金の送信を再開"]);
  expect(sentences({ rows: 2 })).toEqual([
    "Aoki resumed the batch and confirmed 2 rows that were also requested in another way",
    "Aokiが別の出金と重複する明細2件を確認し、一括出金の送信を再開",
  ]);
});

/** What code records of the actions whose sentences quote their detail. */
const DETAILS: Record<string, Record<string, string | number | boolean>> = {
  "api_key.unattended_applied": { name: "ERP" },
  "api_key.unattended_expired": { name: "ERP" },
  "api_key.unattended_proposed": { name: "ERP" },
  "backfill.started": { rows: 1201 },
  "balances.exported": { currency: "THB", filter: "currency=THB" },
  "exception.close_proposed": { reason: "paid twice" },
  "exception.closed": { reason: "paid twice", currency: "JPY", ledgerAmount: "1000", proposedBy: "a user" },
  "ledger.removed": { days: 366, name: "ledger.csv", sha256: "9f" },
  "ledger_source.saved": { version: 4, query: "select 1", runAt: "03:00" },
  "ledger_source.started": { firstDay: "2026-11-05", lastDay: "2026-11-06", trigger: "user" },
  "month.pack_requested": { version: 3 },
  "month.package_downloaded": { version: 3, sha256: "9f" },
  "month.packed": { version: 3, sha256: "9f", contentHash: "9e" },
  "movement.explained": { currency: "JPY", amount: "-12000" },
  "movement.found": { currency: "JPY", amount: "-12000" },
  "movement.name_undone": { kind: "top_up", reason: "not a top-up" },
  "movement.named": { kind: "top_up", note: "n", currency: "JPY", amount: "-12000" },
  "movement.named_by_rule": { kind: "top_up", rule: 7, currency: "JPY", amount: "-12000" },
  "movement_rule.added": { number: 7, kind: "top_up", currency: "JPY" },
  "movement_rule.ended": { number: 7 },
  "players.exported": { rows: 42, format: "csv" },
  "raw_data.deleted": { days: 90, count: 17 },
  "reconciliation.completed": { digest: "9f", rows: 5000, brokenRows: 0 },
  "reconciliation.exported": { class: "all", rows: 5000 },
  "reconciliation.mapping_saved": { version: 2 },
  "reconciliation.started": { firstDay: "2026-11-05", lastDay: "2026-11-06" },
  "statement.entry_matched_by_hand": { movement: "m", reason: "same day" },
  "statement.entry_unmatched": { movement: "m", reason: "another bank" },
  "statement.uploaded": { name: "november.csv", entries: 31, broken: 2, matched: 5, sha256: "9f" },
  "statement.withdrawn": { name: "november.csv", sha256: "9f" },
  "transactions.exported": { list: "withdrawals", rows: 42, format: "csv" },
};

/** The other words of a sentence without a choice. */
const WORDS = ["by", "raw", "subject", "state"];

const flat = (messages: object, group = ""): [string, string][] =>
  Object.entries(messages).flatMap(([key, message]): [string, string][] =>
    typeof message === "string" ? [[group + key, message]] : flat(message, `${group}${key}.`),
  );

describe.each([["en", en] as const, ["ja", ja] as const])(
  "sentences that quote a detail, in %s",
  (locale, messages) => {
    const onError = (error: Error) => {
      throw error;
    };
    const actions = createTranslator({
      locale,
      messages: { actions: messages.actions },
      namespace: "actions",
      onError,
    });
    const states = createTranslator({ locale, messages: { states: messages.states }, namespace: "states" });
    const sentenceOf = (action: string, detail: Record<string, unknown>) =>
      auditSentence(actions, states, { locale, by: "Aoki", action, subject: "S-1", detail });
    const sentences = flat(messages.actions.done);

    test("every one has its detail above", () => {
      const quoting = sentences.filter(
        ([, message]) =>
          !message.includes(", select,") &&
          [...message.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => !WORDS.includes(name)),
      );
      expect(quoting.map(([action]) => action).toSorted()).toEqual(Object.keys(DETAILS).toSorted());
    });

    test.each(Object.entries(DETAILS))("%s says what was recorded", (action, detail) => {
      const sentence = sentenceOf(action, detail);
      expect(sentence).not.toMatch(/undefined|–/);
      expect(sentence).not.toBe(sentenceOf(action, {}));
    });

    test("each has a dash for what was not recorded or is masked", () => {
      const unlike = { firstDay: "soon", lastDay: 5, amount: "•••", currency: "JPY", rows: [1], reason: { text: "x" } };
      for (const [action] of sentences)
        for (const detail of [{}, unlike]) expect(sentenceOf(action, detail)).not.toMatch(/undefined|NaN|object/);
    });
  },
);

test("a proposed change of a user says which, and of whom", () => {
  const words = (locale: "en" | "ja", step: string, detail: object) => {
    const { states: own } = locale === "en" ? en : ja;
    const states = createTranslator({ locale, messages: { states: own }, namespace: "states" });
    const line = { locale, by: "Aoki", action: `user_change.${step}`, detail: { user: "Sato", ...detail } };
    return auditSentence(locale === "en" ? inEnglish : inJapanese, states, line);
  };
  const reset = { change: "reset_factor" };
  expect(words("en", "proposed", reset)).toBe("Aoki proposed to reset the second factor of Sato");
  expect(words("ja", "proposed", reset)).toBe("AokiがSatoの2段階認証のリセットを提案");
  expect(words("en", "dropped", { change: "invite" })).toBe("Aoki rejected the invitation of Sato");
  expect(words("ja", "dropped", { change: "role", isOwn: true })).toBe("AokiがSatoの役割の変更の提案を取下げ");
  expect(words("en", "expired", { change: "role" })).toBe("The proposal of another role for Sato expired");
});

test("the deletion of another user's view says whose it was", () => {
  const detail = { userId: "u-1", user: "Sato" };
  const sentenceOf = (of: typeof inEnglish, locale: "en" | "ja", detail: object) => {
    const { states: own } = locale === "en" ? en : ja;
    const states = createTranslator({ locale, messages: { states: own }, namespace: "states" });
    const words = { locale, by: "Aoki", action: "view.deleted", subject: "Failures", detail: { ...detail } };
    return auditSentence(of, states, words);
  };
  expect(sentenceOf(inEnglish, "en", detail)).toBe("Aoki deleted the view “Failures” of Sato");
  expect(sentenceOf(inEnglish, "en", {})).toBe("Aoki deleted the view “Failures”");
  expect(sentenceOf(inJapanese, "ja", detail)).toBe("AokiがSatoのビュー「Failures」を削除");
  expect(sentenceOf(inJapanese, "ja", {})).toBe("Aokiがビュー「Failures」を削除");
});

test("days and amounts are written as elsewhere, and a detail never says who did it", () => {
  const states = createTranslator({ locale: "en", messages: { states: en.states }, namespace: "states" });
  const english = (action: string, detail: object) =>
    auditSentence(inEnglish, states, { locale: "en", by: "Aoki", action, detail: { by: "Ito", ...detail } });
  expect(english("reconciliation.started", { firstDay: "2026-11-05", lastDay: "2026-11-06" })).toBe(
    "Aoki started a reconciliation of 5 Nov 2026 to 6 Nov 2026",
  );
  expect(english("reconciliation.started", { firstDay: "2026-11-05", lastDay: "2026-11-05" })).toBe(
    "Aoki started a reconciliation of 5 Nov 2026",
  );
  expect(english("movement.named", { amount: "-12000", currency: "JPY" })).toBe("Aoki named a movement of −¥12,000");
  expect(english("exception.closed", {})).toBe("Aoki closed a reconciliation exception: –");
});

describe.each([["en", en, inEnglish] as const, ["ja", ja, inJapanese] as const])(
  "what an action is called in a filter, in %s",
  (locale, messages, actions) => {
    const names = createTranslator({ locale, messages: { audit: messages.audit }, namespace: "audit.names" });
    const states = createTranslator({ locale, messages: { states: messages.states }, namespace: "states" });
    const nameOf = (action: string) => actionName({ names, actions, states }, locale, action);

    test("says what is done, and neither who did it nor an outcome that differs between entries", () => {
      const { other: _other, ...done } = messages.actions.done;
      const called = flat(done).map(([action]) => nameOf(action));
      expect(called.filter((name) => !/^[^…:：]{2,}$/.test(name))).toEqual([]);
      const torn = /[–“”「」]|（）|^[のをにが]|スがの| {2}| (of|to)$|^Player$|^プレイヤー$|status of player$/;
      expect(called.filter((name) => torn.test(name))).toEqual([]);
      const actionsOf = (group: object) => flat(group).map(([action]) => action);
      expect(actionsOf(done)).toEqual(expect.arrayContaining(actionsOf(messages.audit.names)));
      expect(called.filter((name, index) => called.indexOf(name) < index)).toEqual([]);
      expect(nameOf("payouts.frozen")).toBe(locale === "ja" ? "送信を停止" : "Froze payouts");
      expect(nameOf("registration.not_created")).toMatch(/^A registration was|^プレイヤーの登録が/);
      expect(nameOf("payout.teleported")).toBe("payout.teleported");
    });

    test("has the words of both, where a proposal is rejected or withdrawn", () => {
      const dropped = flat(messages.actions.done).flatMap(([action]) => (action.endsWith("dropped") ? [action] : []));
      const both = locale === "ja" ? /却下・取下げ$/ : /^Rejected or withdrew /;
      expect(dropped.filter((action) => !both.test(nameOf(action)))).toEqual([]);
    });

    test("is found by its words and by its code", () => {
      const options = ["payouts.frozen", "api_key.created"].map((code) => ({ value: code, text: nameOf(code), code }));
      const found = (typed: string) => optionsWith(options, typed).map(({ value }) => value);
      expect(found(locale === "ja" ? "停止" : "froze")).toEqual(["payouts.frozen"]);
      expect(found("ＡＰＩ_key.")).toEqual(["api_key.created"]);
      expect(found("")).toHaveLength(2);
    });
  },
);

describe("says whom it is about:", () => {
  const states = createTranslator({ locale: "en", messages: { states: en.states }, namespace: "states" });
  const english = (action: string, detail: object) =>
    auditSentence(inEnglish, states, { locale: "en", by: "Aoki", action, subject: "p-1", detail: { ...detail } });

  test("a freeze of one user, or of everything", () => {
    expect(english("payouts.frozen", { userId: null, reason: "r" })).toBe("Aoki froze payouts");
    const ito = { userId: "u-1", user: "Ito" };
    expect(english("payouts.frozen", { ...ito, reason: "r" })).toBe("Aoki froze the payouts of Ito");
    expect(english("payouts.resumed", ito)).toBe("Aoki resumed the payouts of Ito");
    for (const action of ["payouts.resume_dropped", "payouts.resume_proposed", "payouts.resume_expired"]) {
      expect(english(action, ito)).toContain("resume the payouts of Ito");
      expect(english(action, { userId: null })).toContain("resume payouts");
    }
  });

  test("a proposal that its proposer withdrew, or another user rejected", () => {
    const dropped = flat(en.actions.done).flatMap(([action]) => (action.endsWith("dropped") ? [action] : []));
    expect(dropped.length).toBeGreaterThan(7);
    for (const action of dropped) {
      expect(english(action, { isOwn: true })).toMatch(/^Aoki withdrew /);
      expect(english(action, { isOwn: false })).toMatch(/^Aoki rejected /);
    }
  });

  test("a registration in whose place a later one is, and one that another system made", () => {
    const detail = { held: null, reported: "FAILED", source: "query" };
    expect(english("registration.status_changed", detail)).toBe("Player p-1: Failed");
    expect(english("registration.status_changed", { ...detail, superseded: true })).toBe(
      "Player p-1, earlier registration: Failed",
    );
    expect(english("registration.status_changed", { ...detail, adopted: true })).toBe(
      "Player p-1, registered by another system: Failed",
    );
  });
});

test("an action that this version has no words for is shown by its name", () => {
  const states = createTranslator({ locale: "en", messages: { states: en.states }, namespace: "states" });
  for (const action of ["payout.teleported", "unheard of"])
    expect(auditSentence(inEnglish, states, { locale: "en", by: "Aoki", action, detail: {} })).toContain(action);
});
