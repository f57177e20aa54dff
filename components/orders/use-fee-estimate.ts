"use client";

import { useQuery } from "@tanstack/react-query";
import { useDebounced } from "@/components/forms/use-debounced";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import type { FeeAsked } from "@/lib/transactions/schema";

type Asked = Omit<FeeAsked, "amount"> & {
  /** Null before an amount can be read. */
  amount: string | null;
};

/** The fee that was last asked for an order of this size, and of which amount; undefined before the answer, null where none was seen. */
export function useFeeEstimate(environment: Environment, { type, currency, amount }: Asked) {
  const debounced = useDebounced(amount);
  const { data, isError } = useQuery({
    ...transactionCache.fee(environment, { type, currency, amount: debounced ?? "0" }),
    enabled: debounced !== null,
    // The last answer stands until the next one, as most amounts differ by little; never that of another currency.
    placeholderData: (before, query) => (query?.queryKey[3].currency === currency ? before : undefined),
  });
  if (amount === null) return undefined;
  return isError ? null : data?.seen;
}
