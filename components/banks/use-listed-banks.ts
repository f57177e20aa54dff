"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bankCache } from "@/lib/banks/cache";
import type { Environment } from "@/lib/environment";

/**
 * The banks out of the service's own list that fit what is sought. `doubt`: the list is not to be had, or does not have
 * what was typed; either blocks nothing.
 */
export function useListedBanks(environment: Environment, currency: string, typed: string) {
  const { data } = useQuery(bankCache.listed(environment, currency));
  const [sought, setSought] = useState(typed);
  const listed = data?.listed.ok ? data.listed.value : [];
  const banks = [...new Map(listed.map((bank) => [bank.bankCode ?? "", bank.name ?? ""]))]
    .filter(([code]) => code !== "")
    .map(([code, name]) => ({ key: code, code, name, label: `${code}  ${name}` }));
  const text = sought.trim().toLowerCase();
  const found = banks.filter(({ label }) => label.toLowerCase().includes(text));
  const isUnlisted = banks.length > 0 && typed.trim() !== "" && found.length === 0;
  const doubt = data && !data.listed.ok ? "unavailable" : isUnlisted ? "notListed" : null;
  const exactly = (code: string) => banks.find((bank) => bank.code === code.trim());
  return { found, suggestions: exactly(typed) ? [] : found, doubt, exactly, setSought } as const;
}
