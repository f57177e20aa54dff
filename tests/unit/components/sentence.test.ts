import { describe, expect, test } from "vitest";
import { displayStatusOf } from "@/components/orders/display-status";
import { sentenceWords } from "@/components/transactions/sentence-words";
import { sentenceFrom } from "@/components/transactions/use-sentence";
import type { TransactionView } from "@/lib/transactions/schema";
import { STATUSES } from "@/lib/transactions/status/status";
import { DISCREPANCY_KINDS } from "@/lib/transactions/status/status-report";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";

const ORDER: TransactionView = {
  ...{ referenceId: "WD-1", transactionId: null, type: "WITHDRAW", currency: "JPY", amount: "12000", playerId: "p" },
  ...{ submission: null, status: null, evidence: null, conflict: false, discrepancyKind: null, settled: false },
  ...{ createdAt: "2026-11-21T05:03:00.000Z", updatedAt: "2026-11-21T05:03:00.000Z", method: null, fee: null },
  ...{
    netAmount: null,
    actualAmount: null,
    paid: null,
    firstSeen: null,
    lastAnsweredAt: null,
    lastTriedAt: null,
    nextPollAt: null,
    proof: null,
    replaces: null,
  },
  ...{
    replacedBy: null,
    hold: null,
    frozen: false,
    possiblySentUntil: null,
    withdrawal: null,
    deposit: null,
    instructions: null,
    contradiction: null,
    settlement: null,
    timeline: [],
    earlier: null,
    answered: null,
  },
};

type Said = Pick<TransactionView, "status" | "submission">;
// What the service says outranks what became of our request (standing.test.ts), so the two need not be crossed.
const SAID: Said[] = [
  ...[...STATUSES, "ON_HOLD"].map((status) => ({ status, submission: "accepted" as const })),
  ...[null, ...SUBMISSIONS].map((submission) => ({ status: null, submission })),
];

/** Every order that there can be, as far as a sentence tells them apart. */
const EVERY = ["WITHDRAW", "DEPOSIT", "REFUND"].flatMap((type) => [
  ...SAID.map((said) => ({ ...ORDER, type, ...said })),
  ...DISCREPANCY_KINDS.map((discrepancyKind) => ({
    ...ORDER,
    type,
    status: "COMPLETED",
    discrepancyKind,
    conflict: true,
  })),
]);
const WORDS = sentenceWords();
const inEnglish = (order: TransactionView) => sentenceFrom(WORDS.find(({ locale }) => locale === "en")!, order).text;
const inJapanese = (order: TransactionView) => sentenceFrom(WORDS.find(({ locale }) => locale === "ja")!, order).text;

describe("the sentence to paste", () => {
  test("does not deny an answer that may stand below it: the service can have said why it did not take an order", () => {
    const gone = { ...ORDER, submission: "not_created" as const };
    expect(inEnglish(gone)).not.toMatch(/no answer,|got no answer/);
    expect(inEnglish(gone)).toContain("no answer confirmed it");
    expect(inJapanese(gone)).toContain("受付を確認できる応答がありませんでした");
  });

  test("exists for every order in both languages, and names its amount, its id and its day", () => {
    for (const order of EVERY) {
      for (const text of [inEnglish(order), inJapanese(order)]) {
        expect(text).toMatch(/¥12,000/);
        expect(text).toMatch(/WD-1/);
        expect(text).toMatch(/2026\/11\/21 14:03/);
        expect(text).not.toMatch(/[{}]|undefined|null|orders\./);
      }
    }
  });

  test("says that an order is paid where it is, and nowhere else", () => {
    for (const order of EVERY) {
      const isPaid = displayStatusOf(order) === "paid";
      expect(/\bis paid\./.test(inEnglish(order)), inEnglish(order)).toBe(isPaid);
      expect(/が完了しました/.test(inJapanese(order)), inJapanese(order)).toBe(isPaid);
    }
  });

  test("repeats a status that nobody knows as it came", () => {
    const order = { ...ORDER, status: "ON_HOLD", submission: "accepted" } as const;
    for (const text of [inEnglish(order), inJapanese(order)]) expect(text).toContain("ON_HOLD");
  });

  test.each([
    ["nobody has asked", null, null, "not checked yet"],
    ["a callback was the last word", "2026-11-21T15:30:00.000Z", null, "last checked 2026/11/22 00:30"],
    ["we asked after it", "2026-11-21T15:30:00.000Z", "2026-11-21T16:00:00.000Z", "last checked 2026/11/22 01:00"],
    ["we asked, and no answer came", null, null, "not checked yet"],
  ])("says as of when: %s", (_what, heardAt, lastAnsweredAt, words) => {
    const evidence = heardAt === null ? null : { source: "signed_callback" as const, at: heardAt };
    expect(inEnglish({ ...ORDER, status: "SUCCESS", evidence, lastAnsweredAt })).toContain(words);
  });
});
