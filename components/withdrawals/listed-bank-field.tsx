"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { bankCache } from "@/lib/banks/cache";
import type { Environment } from "@/lib/environment";
import { SuggestField } from "./suggest-field";

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
  const { data } = useQuery(bankCache.listed(environment, currency));
  const [sought, setSought] = useState(value);
  const listed = data?.listed.ok ? data.listed.value : [];
  const banks = [...new Map(listed.map((bank) => [bank.bankCode ?? "", bank.name ?? ""]))]
    .filter(([code]) => code !== "")
    .map(([code, name]) => ({ key: code, code, name, label: `${code}  ${name}` }));
  const text = sought.trim().toLowerCase();
  const found = banks.filter(({ label }) => label.toLowerCase().includes(text));
  const isListed = banks.some(({ code }) => code === value.trim());

  function words() {
    if (data && !data.listed.ok) return t("directory.unavailable");
    return banks.length > 0 && value.trim() !== "" && found.length === 0 ? t("directory.notListed") : null;
  }

  return (
    <SuggestField
      name="destination"
      label={t("form.bankCode")}
      hint={t("form.bankCodeHintOther")}
      problem={problem}
      doubt={words()}
      value={value}
      listLabel={t("directory.banks")}
      status={t("directory.found", { count: found.length })}
      suggestions={isListed ? [] : found}
      onType={onType}
      onSearch={(typed) => {
        setSought(typed);
        const exact = banks.find(({ code }) => code === typed.trim());
        if (exact) onPick(exact);
      }}
      onPick={(bank) => {
        setSought(bank.code);
        onPick(bank);
      }}
    />
  );
}
