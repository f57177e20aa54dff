"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";

/** Watches one order until nothing more is expected of it. */
export const useTransaction = (environment: Environment, referenceId: string) =>
  useSuspenseQuery(transactionCache.one(environment, referenceId));
