import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { actorName, auditSentence } from "@/components/messages/audit-sentence";
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
    const words = { by: actorName(inEnglish, actor), action: "transaction.looked_up", detail: {} };
    expect(auditSentence(inEnglish, states, words)).toBe("Choba (after a callback) looked the order up");
    expect(actorName(inJapanese, actor)).toBe("Choba（コールバック受信後）");
  });

  test.each(Object.keys(tasks))("no name of a job is shown: %s", (name) => {
    for (const t of [inEnglish, inJapanese]) expect(actorName(t, { kind: "job", name })).toMatch(/^Choba/);
  });
});

test("an action that this version has no words for is shown by its name", () => {
  const states = createTranslator({ locale: "en", messages: { states: en.states }, namespace: "states" });
  for (const action of ["payout.teleported", "unheard of"])
    expect(auditSentence(inEnglish, states, { by: "Aoki", action, detail: {} })).toContain(action);
});
