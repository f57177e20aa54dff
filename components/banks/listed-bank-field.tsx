"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, startTransition, useState } from "react";
import { SuggestField } from "@/components/forms/suggest-field";
import { bankCache } from "@/lib/banks/cache";
import type { Environment } from "@/lib/environment";

type Passed = "name" | "label" | "hint" | "isOptional" | "problem" | "value" | "onType";
type Props = Pick<ComponentProps<typeof SuggestField>, Passed> & {
  of: "withdrawals.directory" | "deposits.banks";
  environment: Environment;
  currency: string;
  /** A person picked it, or typed its whole code. */
  onPick: (bank: { code: string; name: string }) => void;
};

/** A bank out of the service's own list, where it has one. It advises: a code that is not listed can be typed. */
export function ListedBankField({ of, environment, currency, onPick, ...field }: Props) {
  const t = useTranslations(of);
  const { data } = useQuery(bankCache.listed(environment, currency));
  const [searched, setSearched] = useState(field.value);
  const listed = data?.listed.ok ? data.listed.value : [];
  const banks = [...new Map(listed.map((bank) => [bank.bankCode ?? "", bank.name ?? ""]))]
    .filter(([code]) => code !== "")
    .map(([code, name]) => ({ code, name, label: `${code}  ${name}` }));
  const text = searched.trim().toLowerCase();
  const found = banks.filter(({ label }) => label.toLowerCase().includes(text));
  const isUnlisted = banks.length > 0 && field.value.trim() !== "" && found.length === 0;
  const doubt = data && !data.listed.ok ? "unavailable" : isUnlisted ? "notListed" : null;
  const exactly = (code: string) => banks.find((bank) => bank.code === code.trim());
  const search = (wanted: string) => startTransition(() => setSearched(wanted));
  return (
    <SuggestField
      {...field}
      doubt={doubt && t(doubt)}
      listLabel={t("banks")}
      status={t("found", { count: found.length })}
      suggestions={(exactly(field.value) ? [] : found).map(({ code, name, label }) => ({
        key: code,
        label,
        pick: () => {
          search(code);
          onPick({ code, name });
        },
      }))}
      onSearch={(typed) => {
        search(typed);
        const exact = exactly(typed);
        if (exact) onPick(exact);
      }}
    />
  );
}
