"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Environment } from "@/lib/environment";
import { searchCache } from "@/lib/search/cache";
import type { SearchHit } from "@/lib/search/schema";

/** Debounces typing. */
const PAUSE_MS = 150;
const FROM = 2;

export type SuggestedHit = { key: string; hit: SearchHit };

/** What may be meant by a text that is being typed. */
export function useSuggested(environment: Environment, text: string) {
  const wanted = text.trim();
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isEnough = asked.length >= FROM && wanted.length >= FROM;
  const query = useQuery({
    ...searchCache.suggested(environment, asked),
    enabled: isEnough,
    placeholderData: (before) => before,
  });
  const hits = isEnough ? (query.data?.hits ?? []) : [];
  return {
    hits: hits.map((hit): SuggestedHit => ({ key: keyOf(hit), hit })),
    isError: query.isError,
    /** Names were not searched, or only as whole names. */
    limit: isEnough ? (query.data?.limit ?? null) : null,
    /** What may be meant by this very text is not known yet. */
    isWaiting: wanted.length >= FROM && (asked !== wanted || query.isLoading || query.isPlaceholderData),
    isSettled: isEnough && asked === wanted && !query.isFetching && !query.isError,
  };
}

const keyOf = (hit: SearchHit) =>
  hit.kind === "order" ? `order-${hit.order.referenceId}` : `player-${hit.player.registrationId}`;
