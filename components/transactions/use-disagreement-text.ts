"use client";

import { useTranslations } from "next-intl";
import type { ShownDisagreement } from "@/lib/disagreements/disagreement";
import { formatAmount } from "@/lib/money/format";

/** What a report states otherwise than the record, in one line. */
export function useDisagreementText(): (one: ShownDisagreement) => string {
  const t = useTranslations("timeline.disagreements");
  return ({ field, held, said, currencies }) => {
    const amounts = currencies
      ? { held: shown(held, currencies.held), said: shown(said, currencies.said) }
      : { held, said };
    const key = held === "" ? "fieldOfAnother" : field === "actualAmount" ? "requested" : "field";
    return t(key, { field: t(`fields.${field}`), ...amounts });
  };
}

const AMOUNT = /^-?\d+(\.\d+)?$/;

/** A masked or cut text is shown as it is. */
const shown = (amount: string, currency: string) => (AMOUNT.test(amount) ? formatAmount(amount, currency) : amount);
