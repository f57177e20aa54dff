"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { SuggestField } from "@/components/withdrawals/suggest-field";
import { bankCache } from "@/lib/banks/cache";
import type { Environment } from "@/lib/environment";

type Props = {
  environment: Environment;
  currency: string;
  label: ReactNode;
  problem: string | undefined;
  value: string;
  onType: (value: string) => void;
};

/** The payer's bank out of the service's own list. It advises: a code that is not listed can be typed and is sent. */
export function PayerBankField({ environment, currency, label, problem, value, onType }: Props) {
  const t = useTranslations("deposits");
  const { data } = useQuery(bankCache.listed(environment, currency));
  const [sought, setSought] = useState(value);
  const listed = data?.listed.ok ? data.listed.value : [];
  const banks = [...new Map(listed.map((bank) => [bank.bankCode ?? "", bank.name ?? ""]))]
    .filter(([code]) => code !== "")
    .map(([code, name]) => ({ key: code, code, label: `${code}  ${name}` }));
  const text = sought.trim().toLowerCase();
  const found = banks.filter((bank) => bank.label.toLowerCase().includes(text));
  const isListed = banks.some(({ code }) => code === value.trim());

  function words() {
    if (data && !data.listed.ok) return t("banks.unavailable");
    return banks.length > 0 && value.trim() !== "" && found.length === 0 ? t("banks.notListed") : null;
  }

  return (
    <SuggestField
      name="payerBankCode"
      label={label}
      hint={t("form.payerBankHint")}
      problem={problem}
      doubt={words()}
      required={false}
      value={value}
      listLabel={t("banks.list")}
      status={t("banks.found", { count: found.length })}
      suggestions={isListed ? [] : found}
      onType={onType}
      onSearch={setSought}
      onPick={({ code }) => {
        setSought(code);
        onType(code);
      }}
    />
  );
}
