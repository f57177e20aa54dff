"use client";

import { createTranslator, useTranslations } from "next-intl";
import { type DisplayStatus, displayStatusOf } from "@/components/orders/display-status";
import { formatAmount } from "@/lib/money/format";
import { formatTokyo } from "@/lib/time";
import type { TransactionView } from "@/lib/transactions/schema";
import type { SentenceWords } from "./sentence-words";

type Key = "subject" | "subjectTo" | "pasted" | `sentence.${DisplayStatus | "possiblySent"}`;
type Words = (key: Key, values: Record<string, string>) => string;

/** One plain sentence that is true of the order, fit to be pasted into an answer to a customer. */
export const useSentence = (order: TransactionView): string => sentenceIn(useTranslations("orders"), order);

/** The same sentence in the language of these words, and what the button that copies it is called there. */
export function sentenceFrom({ locale, orders }: SentenceWords, order: TransactionView) {
  const t = createTranslator({ locale, messages: { orders }, namespace: "orders" });
  const { referenceId, createdAt } = order;
  const created = formatTokyo(new Date(createdAt), "minute");
  const text = t("pasted", { sentence: sentenceIn(t, order), referenceId, created, checked: checkedAt(order) });
  return { locale, text, copy: t("copyIn") };
}

/** When it was last known to be so. What is read tomorrow must not be taken for what is true tomorrow. */
function checkedAt({ evidence, lastAnsweredAt }: TransactionView): string {
  const last = [evidence?.at, lastAnsweredAt]
    .filter((at) => at != null)
    .toSorted()
    .at(-1);
  return last ? formatTokyo(new Date(last), "minute") : "never";
}

function sentenceIn(t: Words, order: TransactionView): string {
  const { type, status, withdrawal, settlement } = order;
  const amount = formatAmount(order.amount, order.currency);
  const subject = withdrawal
    ? t("subjectTo", { type, amount, holder: withdrawal.recipient.destinationAccountName })
    : t("subject", { type, amount });
  const finding = settlement?.finding ?? "";
  const standing = displayStatusOf(order);
  const key = standing === "unknown" && order.possiblySentUntil ? "possiblySent" : standing;
  return t(`sentence.${key}`, { type, subject: subject.trim(), status: status ?? "", finding });
}
