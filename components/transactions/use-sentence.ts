"use client";

import { createTranslator, useTranslations } from "next-intl";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import type { SentenceWords } from "./sentence-words";
import { type Standing, standingOf } from "./standing";

type Key = "subject" | "subjectTo" | `sentence.${Standing}`;
type Words = (key: Key, values: Record<string, string>) => string;

/** One plain sentence that is true of the order, fit to be pasted into an answer to a customer. */
export const useSentence = (order: TransactionView): string => sentenceIn(useTranslations("orders"), order);

/** The same sentence in the language of these words, and what the button that copies it is called there. */
export function sentenceFrom({ locale, orders }: SentenceWords, order: TransactionView) {
  const t = createTranslator({ locale, messages: { orders }, namespace: "orders" });
  return { locale, text: sentenceIn(t, order), copy: t("copyIn") };
}

function sentenceIn(t: Words, order: TransactionView): string {
  const { type, status, withdrawal, settlement } = order;
  const amount = formatAmount(order.amount, order.currency);
  const subject = withdrawal
    ? t("subjectTo", { type, amount, holder: withdrawal.recipient.destinationAccountName })
    : t("subject", { type, amount });
  const finding = settlement?.finding.replaceAll(" ", "_") ?? "";
  return t(`sentence.${standingOf(order)}`, { type, subject: subject.trim(), status: status ?? "", finding });
}
