"use client";

import { useTranslations } from "next-intl";
import { useListedBanks } from "@/components/banks/use-listed-banks";
import { SuggestField } from "@/components/forms/suggest-field";
import type { Environment } from "@/lib/environment";

type Props = {
  environment: Environment;
  currency: string;
  problem: string | undefined;
  value: string;
  onType: (value: string) => void;
};

/** The payer's bank out of the service's own list. It advises: a code that is not listed can be typed and is sent. */
export function PayerBankField({ environment, currency, problem, value, onType }: Props) {
  const t = useTranslations("deposits");
  const { found, suggestions, doubt, search } = useListedBanks(environment, currency, value);
  return (
    <SuggestField
      name="payerBankCode"
      label={t("form.payerBank")}
      isOptional
      hint={t("form.payerBankHint")}
      problem={problem}
      doubt={doubt && t(`banks.${doubt}`)}
      value={value}
      listLabel={t("banks.list")}
      status={t("banks.found", { count: found.length })}
      suggestions={suggestions.map(({ code, label: drawn }) => ({
        key: code,
        label: drawn,
        pick: () => {
          search(code);
          onType(code);
        },
      }))}
      onType={onType}
      onSearch={search}
    />
  );
}
