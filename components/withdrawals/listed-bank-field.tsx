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
  onPick: (bank: { code: string; name: string }) => void;
};

/** A bank out of the service's own list, where it has one; its code can be typed in any case. */
export function ListedBankField({ environment, currency, problem, value, onType, onPick }: Props) {
  const t = useTranslations("withdrawals");
  const { found, suggestions, doubt, exactly, search } = useListedBanks(environment, currency, value);
  return (
    <SuggestField
      name="destination"
      label={t("form.bankCode")}
      hint={t("form.bankCodeHintOther")}
      problem={problem}
      doubt={doubt && t(`directory.${doubt}`)}
      value={value}
      listLabel={t("directory.banks")}
      status={t("directory.found", { count: found.length })}
      suggestions={suggestions.map(({ code, name, label }) => ({
        key: code,
        label,
        pick: () => {
          search(code);
          onPick({ code, name });
        },
      }))}
      onType={onType}
      onSearch={(typed) => {
        search(typed);
        const exact = exactly(typed);
        if (exact) onPick(exact);
      }}
    />
  );
}
