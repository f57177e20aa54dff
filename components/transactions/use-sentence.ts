"use client";

import { useTranslations } from "next-intl";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { headlineOf } from "@/lib/transactions/status/display-status";

/** One plain sentence that is true of the order. */
export function useSentence(order: TransactionView): string {
  const t = useTranslations("orders");
  const { type, status, withdrawal, resolution } = order;
  const amount = formatAmount(order.amount, order.currency);
  const subject = withdrawal
    ? t("subjectTo", { type, amount, holder: withdrawal.recipient.destinationAccountName })
    : t("subject", { type, amount });
  const finding = resolution?.finding ?? "";
  const headline = headlineOf(order);
  const key = headline === "unknown" && order.possiblySentUntil ? "possiblySent" : headline;
  return t(`sentence.${key}`, { type, subject: subject.trim(), status: status ?? "", finding });
}
