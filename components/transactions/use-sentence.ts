"use client";

import { useTranslations } from "next-intl";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { standingOf } from "./standing";

/** One plain sentence that is true of the order, fit to be pasted into an answer to a customer. */
export function useSentence(order: TransactionView): string {
  const t = useTranslations("orders");
  const { type, status, withdrawal } = order;
  const amount = formatAmount(order.amount, order.currency);
  const subject = withdrawal
    ? t("subjectTo", { type, amount, holder: withdrawal.recipient.destinationAccountName })
    : t("subject", { type, amount });
  return t(`sentence.${standingOf(order)}`, { type, subject: subject.trim(), status: status ?? "" });
}
