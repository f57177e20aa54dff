import { describe, expect, test } from "vitest";
import { replyIn } from "@/components/transactions/reply";
import { replyWords } from "@/components/transactions/reply-words";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";
import { RESOLUTIONS } from "@/lib/transactions/discrepancies/resolution";
import type { TransactionView } from "@/lib/transactions/schema";
import {
  type DisplayStatus,
  displayStatusOf,
  type Headline,
  headlineOf,
  nothingMoves,
} from "@/lib/transactions/status/display-status";
import { SOURCES, STATUSES } from "@/lib/transactions/status/status";
import { DISCREPANCY_KINDS } from "@/lib/transactions/status/status-report";
import { HOLD_REASONS } from "@/lib/transactions/submission/hold-reasons";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";

const ORDER: TransactionView = {
  ...{ referenceId: "WD-1", transactionId: null, type: "WITHDRAW", currency: "JPY", amount: "12000", playerId: "p" },
  ...{ submission: null, status: null, evidence: null, conflict: false, discrepancyKind: null, resolved: false },
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
    isReplacedInVain: false,
    hold: null,
    frozen: false,
    freeze: null,
    possiblySentUntil: null,
    withdrawal: null,
    deposit: null,
    instructions: null,
    discrepancy: null,
    resolution: null,
    timeline: [],
    earlier: null,
    answered: null,
    notes: [],
    readerId: "",
  },
};

const DISMISSED: TransactionView = {
  ...{ ...ORDER, type: "DEPOSIT", submission: "not_created" },
  deposit: {
    payer: { payerAccountName: null, payerAccount: null, payerBankCode: null, masked: false, revealable: false },
    ...{ requestedBy: "Haruto Ito", digest: null, dismissed: true },
  },
};

type Said = Pick<TransactionView, "status" | "submission">;
// What the service says outranks what became of our request (display-status.test.ts), so the two need not be crossed.
const SAID: Said[] = [
  ...[...STATUSES, "ON_HOLD"].map((status) => ({ status, submission: "accepted" as const })),
  ...[null, ...SUBMISSIONS].map((submission) => ({ status: null, submission })),
];

/** Every order that there can be, as far as a reply tells them apart. */
const EVERY: TransactionView[] = ["WITHDRAW", "DEPOSIT", "REFUND"].flatMap((type) => [
  ...SAID.map((said) => ({ ...ORDER, type, ...said })),
  ...SOURCES.map((source) => ({ ...ORDER, type, status: "COMPLETED", evidence: { source, at: ORDER.createdAt } })),
  { ...ORDER, type, submission: "queued" as const, hold: HOLD_REASONS[0] },
  { ...ORDER, type, submission: "queued" as const, frozen: true },
  ...(type === "DEPOSIT" ? [DISMISSED] : []),
  ...RESOLUTIONS.map((finding) => ({
    ...{ ...ORDER, type, status: "COMPLETED", conflict: true, resolved: true, evidence: null },
    resolution: { at: ORDER.createdAt, by: "Mika Abe", finding, reason: "statement" },
  })),
  ...DISCREPANCY_KINDS.map((discrepancyKind) => ({
    ...ORDER,
    type,
    status: "COMPLETED",
    discrepancyKind,
    conflict: true,
  })),
]);
const PAID = { source: "query", at: "2026-11-23T05:03:00.000Z" } as const;
const WORDS = replyWords();
const inLanguage = (wanted: string) => (order: TransactionView) =>
  replyIn(WORDS.find(({ locale }) => locale === wanted)!, order);
const inEnglish = inLanguage("en");
const inJapanese = inLanguage("ja");

const CLAIMS = [
  [inEnglish, /\bpaid\b|received your payment/i],
  [inJapanese, /完了|お支払いを確認し、/],
] as const;

describe("the reply to a player", () => {
  test("exists for every order in both languages, and names its amount and its day", () => {
    for (const order of EVERY) {
      expect(inEnglish(order)).toMatch(/^Thank you for contacting us about your .* of ¥12,000 on 21 Nov 2026\. [A-Z]/);
      expect(inJapanese(order)).toMatch(/お客さまの 2026\/11\/21 の.*（¥12,000）について/);
      for (const text of [inEnglish(order), inJapanese(order)]) expect(text).not.toMatch(/[{}]|undefined|null|reply\./);
    }
  });

  test("names no day where the service does not state when an order of another system was created", () => {
    const at = "2026-11-28T05:03:00.000Z";
    const imported = { ...ORDER, createdAt: at, firstSeen: { at, isCreationReported: false } };
    expect(inEnglish(imported)).toContain("your withdrawal of ¥12,000. We are checking");
    expect(inJapanese(imported)).toContain("お客さまの出金（¥12,000）について");
    for (const text of [inEnglish(imported), inJapanese(imported)]) expect(text).not.toMatch(/2026|Nov/);
    const reported = { ...ORDER, firstSeen: { at, isCreationReported: true } };
    expect(inEnglish(reported)).toBe(inEnglish(ORDER));
  });

  test("is written for each way in which an order can stand", () => {
    const headlines: Headline[] = [...new Set(EVERY.map(headlineOf))];
    expect(Object.keys(en.orders.reply.said).sort()).toEqual([...headlines, "dismissed", "replaced"].toSorted());
    expect(Object.keys(ja.orders.reply.said)).toEqual(Object.keys(en.orders.reply.said));
    const shown = new Set<DisplayStatus>(EVERY.map(displayStatusOf));
    expect(shown).toContain("held");
    expect(shown).toContain("frozen");
  });

  test("claims a payment where evidence shows one, and nowhere else", () => {
    for (const order of EVERY) {
      const isProven = order.evidence?.source === "signed_callback" || order.evidence?.source === "query";
      const isPaid = headlineOf(order) === "paid" && isProven;
      for (const [say, claim] of CLAIMS) expect(claim.test(say(order)), say(order)).toBe(isPaid);
    }
  });

  test("names the day on which a payment was confirmed", () => {
    const order = { ...ORDER, status: "COMPLETED", submission: "accepted", evidence: PAID } as const;
    expect(inEnglish(order)).toContain("confirmed on 23 Nov 2026");
    expect(inJapanese(order)).toContain("2026/11/23 に出金の完了を確認");
  });

  test("holds no personal data, and nothing of how we work", () => {
    const recipient = {
      ...{
        destination: "0005",
        destinationName: "三菱UFJ銀行",
        destinationBranchCode: "001",
        destinationBranchName: "本店",
      },
      ...{ destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ", destinationAccountType: "1" },
      ...{ passbook: null, warnings: [], masked: false, revealable: false },
    };
    const withdrawal = {
      recipient,
      requestedBy: "Haruto Ito",
      purpose: "refund",
      attachments: [],
      payee: null,
      batch: null,
      digest: "d",
      approval: null,
    };
    for (const order of EVERY) {
      for (const say of [inEnglish, inJapanese]) {
        const text = say({ ...order, withdrawal });
        expect(text).not.toMatch(/ヤマダ|0123456|三菱|本店|Haruto|refund|WD-1|p-20391/);
        expect(text).not.toMatch(
          /callback|query|HTTP|digest|approv|コールバック|照会|ダイジェスト|承認|unknown|ON_HOLD/i,
        );
      }
    }
  });

  test("does not say that nothing was sent where a lost database may have sent it", () => {
    const until = { possiblySentUntil: "2026-11-21T06:00:00.000Z" };
    for (const submission of [
      "awaiting_approval",
      "declined",
      "sent_back",
      "withdrawn",
      "expired",
      "stopped",
    ] as const) {
      expect(inEnglish({ ...ORDER, submission, ...until })).toContain("We are checking its current state");
    }
  });

  test("does not tell a player who may have paid that nothing was sent", () => {
    // Deposits are neither approved nor held.
    const foreign: Headline[] = ["awaiting_approval", "declined", "sent_back", "withdrawn", "expired", "held"];
    const deposits = EVERY.filter((order) => order.type === "DEPOSIT" && !foreign.includes(headlineOf(order)));
    for (const order of deposits) {
      expect(inEnglish(order)).not.toMatch(/no money was sent|not been sent|not being sent/);
      expect(inJapanese(order)).not.toMatch(/送金は行われて|送信/);
    }
  });

  test("does not say that an order was not sent which was altered after that", () => {
    const altered = { ...ORDER, submission: "not_created", conflict: true, discrepancyKind: "altered" } as const;
    expect(inEnglish(altered)).not.toMatch(/not been sent/);
    expect(inJapanese(altered)).not.toMatch(/送信しておりません/);
  });

  test("promises new payment details for a deposit that was not created, until it is dismissed as no longer needed", () => {
    const promised = (order: TransactionView) => [
      inEnglish(order).includes("We will send you new payment details"),
      inJapanese(order).includes("お支払い方法を改めてご案内"),
    ];
    expect(promised({ ...DISMISSED, deposit: null })).toEqual([true, true]);
    expect(promised(DISMISSED)).toEqual([false, false]);
    const turnedUp = { ...DISMISSED, conflict: true, discrepancyKind: "double" } as const;
    expect(inEnglish(turnedUp)).toContain("We are checking its result");
  });

  /** Moved no money and will not. */
  const endedUnpaid = () =>
    EVERY.filter((order) => {
      const finding = order.resolution?.finding;
      const isFoundUnpaid =
        headlineOf(order) === "resolved" && (finding === "not_moved" || finding === "not_to_be_sent");
      return nothingMoves(headlineOf(order)) || isFoundUnpaid;
    });

  test("denies no payment, and promises no other one, where a replacement was created that may make it", () => {
    const ended = endedUnpaid();
    expect(new Set(ended.map(headlineOf)).size).toBe(10);
    for (const order of ended) {
      const replaced = { ...order, replacedBy: "WD-1-2" };
      expect(inEnglish(replaced)).toMatch(/It was replaced by a new (deposit )?request/);
      expect(inEnglish(replaced)).not.toMatch(/no money|not been sent|not being sent|next step|new payment details/i);
      expect(inJapanese(replaced)).toContain("新しい");
      expect(inJapanese(replaced)).not.toMatch(/送金は行|今後のお手続き|お支払い方法/);
    }
  });

  test("promises no result of replacements that ended without a payment, too", () => {
    const inVain = { replacedBy: "WD-1-2", isReplacedInVain: true };
    for (const order of endedUnpaid()) {
      // Its correction is not under way any more.
      const isSentBack = headlineOf(order) === "sent_back";
      const said = inEnglish(isSentBack ? { ...order, submission: "stopped" } : order);
      expect(inEnglish({ ...order, ...inVain })).toBe(said);
    }
  });

  test("says of a replaced order that was paid, or may be, what is true of it", () => {
    const paid = { ...ORDER, status: "COMPLETED", submission: "accepted", evidence: PAID } as const;
    for (const order of [paid, { ...paid, conflict: true, discrepancyKind: "double" } as const])
      expect(inEnglish({ ...order, replacedBy: "WD-1-2" })).toBe(inEnglish(order));
  });

  test("addresses the player as お客さま", () => {
    for (const order of EVERY) expect(inJapanese(order)).toContain("お客さま");
  });
});
