import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { getOrder } from "@/lib/api/orders";
import type { Ctx } from "@/lib/auth/context";
import { hasReplacement } from "@/lib/batches/retryable";
import en from "@/lib/i18n/messages/en.json";
import { formatAmount } from "@/lib/money/format";
import { searchHeld } from "@/lib/search/commands";
import type { SearchHit } from "@/lib/search/schema";
import { getTransaction } from "@/lib/transaction-detail/queries";
import type { TimelineEntry, TransactionView } from "@/lib/transactions/schema";
import { sentenceKeyOf } from "@/lib/transactions/status/sentence";
import { endedUnpaid, isKnown } from "@/lib/transactions/status/status";
import { endedHere, isPossiblySent, isReissuable } from "@/lib/transactions/submission/submission";
import { failureFacts, idOrNull, maskOf, orderFacts, pageOf, statusOf } from "./facts";
import { idOf } from "./outside";
import { aboutOrder, idText, tool } from "./tool";

const referenceId = idText("The order's referenceId, such as WD-… or DP-….");

export const getOrderTool = tool({
  title: "Look up an order",
  description:
    "One payout or deposit by its referenceId or transactionId: amounts, status, evidence, and whether it is paid. " +
    "It is paid only where `paid` is true; SUCCESS means accepted, not paid.",
  input: z.object({ id: idText("The order's referenceId or transactionId.") }),
  subjectOf: ({ id }) => aboutOrder(id),
  read: async (ctx, { id }) => (await factsOf(ctx, id)) ?? (await factsOf(ctx, (await search(ctx, id)).exact)),
});

const search = (ctx: Ctx, q: string) => searchHeld(ctx, { q });

async function factsOf(ctx: Ctx, id: string | null) {
  const found = id === null ? null : await getOrder(ctx, { referenceId: id });
  if (!found?.ok) return null;
  const { recipient, status, ...order } = found.value;
  return {
    ...order,
    ...{ referenceId: idOf(order.referenceId), transactionId: idOrNull(order.transactionId) },
    ...{ type: idOf(order.type), currency: idOf(order.currency), playerId: idOrNull(order.playerId) },
    status: statusOf(status),
    party: recipient && { name: maskOf(recipient.name), account: maskOf(recipient.account) },
    page: pageOf(ctx, order.referenceId),
  };
}

export const searchTool = tool({
  title: "Search",
  description:
    "Orders and players by an ID or its beginning, an amount with or without its currency, or the last digits of an " +
    "account. Names and whole accounts are not compared.",
  input: z.object({ text: idText("What to search for.") }),
  subjectOf: () => ({ subject: "search" }),
  read: async (ctx, { text }) => {
    const { hits, hasMore } = await search(ctx, text);
    return { hits: hits.map(hitFacts), hasMore };
  },
});

function hitFacts(hit: SearchHit) {
  if (hit.kind === "order") {
    const party = { name: maskOf(hit.name), account: maskOf(hit.account) };
    return { kind: hit.kind, matched: hit.why, ...orderFacts(hit.order), party };
  }
  const { playerId, status, userName, since } = hit.player;
  return {
    ...{ kind: hit.kind, matched: hit.why, playerId: idOf(playerId) },
    ...{ status: statusOf(status), name: maskOf(userName), since },
  };
}

/** So many entries of the timeline are said; the page has all of them. */
const SAID = 40;

export const explainOrderTool = tool({
  title: "Explain an order",
  description:
    "What is true of an order in one sentence, the evidence for it, and what happened, newest first. Notes, purposes " +
    "and reasons that people wrote are only mentioned: they are read on its page. Where `mustNotBeSentAgain` is true, it " +
    "is paid, under way or may be, or was replaced: the same payment again could pay twice.",
  input: z.object({ referenceId }),
  subjectOf: (input) => aboutOrder(input.referenceId),
  read: async (ctx, input) => {
    const order = await getTransaction(ctx, input);
    return order && explanationOf(ctx, order, await hasReplacement(ctx, order.referenceId));
  },
});

function explanationOf(ctx: Ctx, order: TransactionView, isReplaced: boolean) {
  const { timeline, earlier, notes, proof, withdrawal, resolution } = order;
  return {
    sentence: sentenceOf(order),
    mustNotBeSentAgain: isReplaced || !cameToNothing(order),
    ...orderFacts(order),
    evidence: order.evidence,
    discrepancy: order.conflict ? (order.discrepancyKind ?? "reports") : null,
    resolution: resolution && { finding: resolution.finding, at: resolution.at },
    unknownOutcome: proof && { canBeAcceptedUntil: proof.expiresAt, notProvenYet: proof.missing },
    approval: withdrawal?.approval && {
      needed: withdrawal.approval.needed,
      given: withdrawal.approval.given.map(({ decision, at }) => ({ decision, at })),
      expiresAt: withdrawal.approval.expiresAt,
    },
    replaces: idOrNull(order.replaces),
    replacedBy: idOrNull(order.replacedBy),
    lastCheckedAt: order.lastAnsweredAt,
    nextCheckAt: order.nextPollAt,
    notes: { count: notes.length, newest: notes[0]?.at ?? null },
    timeline: timeline.slice(0, SAID).map(entryFacts),
    hasEarlier: earlier !== null || timeline.length > SAID,
    page: pageOf(ctx, order.referenceId),
  };
}

/** Our record alone says that nothing was paid and nothing will be. */
function cameToNothing(order: TransactionView): boolean {
  const { submission, status, conflict } = order;
  if (conflict || isPossiblySent(order)) return false;
  return status === null ? isReissuable(submission) || endedHere(submission) : endedUnpaid(status);
}

/** The sentence of the order's page, without whom it names and without words from outside. */
function sentenceOf(order: TransactionView): string {
  const t = createTranslator({ locale: "en", messages: { orders: en.orders }, namespace: "orders" });
  const { type, status, amount, currency, resolution } = order;
  const isPlain = typeof idOf(currency) === "string";
  const subject = t("subject", { type, amount: formatAmount(amount, isPlain ? currency : "(see `currency`)") });
  const said = status !== null && isKnown(status) ? status : "see `status`";
  const finding = resolution?.finding ?? "";
  return t(`sentence.${sentenceKeyOf(order)}`, { type, subject, status: said, finding });
}

function entryFacts(entry: TimelineEntry) {
  const { kind, at } = entry;
  switch (kind) {
    case "sent":
      return { kind, at, number: entry.number };
    case "answered":
      return { kind, at, number: entry.number, outcome: entry.outcome, failure: failureFacts(entry.failure) };
    case "asked": {
      const { found, isControl, failure } = entry;
      return {
        ...{ kind: isControl ? "control_check" : "status_check", at, found },
        ...{ status: statusOf(entry.status), failure: failureFacts(failure) },
      };
    }
    case "reported":
      return { kind, at, source: entry.source, status: statusOf(entry.status), verdict: entry.verdict };
    case "noted":
      return { kind, at };
    case "did":
      return { kind, at, action: idOf(entry.action) };
  }
}
