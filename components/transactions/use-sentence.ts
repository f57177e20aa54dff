"use client";

import { useTranslations } from "next-intl";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { sentenceKeyOf } from "@/lib/transactions/status/sentence";

/** One plain sentence that is true of the order. */
export function useSentence(order: TransactionView): string {
  const t = useTranslations("orders");
  const { type, status, withdrawal, resolution } = order;
  const amount = formatAmount(order.amount, order.currency);
  const subject = withdrawal
    ? t("subjectTo", { type, amount, holder: withdrawal.recipient.destinationAccountName })
    : t("subject", { type, amount });
  const finding = resolution?.finding ?? "";
  const of = { type, subject: subject.trim(), status: status ?? "", finding };
  return t(`sentence.${sentenceKeyOf(order)}`, of);
}
