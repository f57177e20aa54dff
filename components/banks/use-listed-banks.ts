"use client";

import { useQuery } from "@tanstack/react-query";
import { startTransition, useState } from "react";
import { bankCache } from "@/lib/banks/cache";
import type { Environment } from "@/lib/environment";

/**
 * The banks in the service's list that match the query. `doubt`: the list is unavailable, or lacks the input; neither
 * blocks anything.
 */
export function useListedBanks(environment: Environment, currency: string, typed: string) {
  const { data } = useQuery(bankCache.listed(environment, currency));
  const [searched, setSearched] = useState(typed);
  const listed = data?.listed.ok ? data.listed.value : [];
  const banks = [...new Map(listed.map((bank) => [bank.bankCode ?? "", bank.name ?? ""]))]
    .filter(([code]) => code !== "")
    .map(([code, name]) => ({ code, name, label: `${code}  ${name}` }));
  const text = searched.trim().toLowerCase();
  const found = banks.filter(({ label }) => label.toLowerCase().includes(text));
  const isUnlisted = banks.length > 0 && typed.trim() !== "" && found.length === 0;
  const doubt = data && !data.listed.ok ? "unavailable" : isUnlisted ? "notListed" : null;
  const exactly = (code: string) => banks.find((bank) => bank.code === code.trim());
  const search = (wanted: string) => startTransition(() => setSearched(wanted));
  return { found, suggestions: exactly(typed) ? [] : found, doubt, exactly, search } as const;
}
