"use client";

import { hashKey, keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLiveUpdates } from "@/components/live";
import { type PageOptions, replacePage } from "@/lib/list/cache";
import type { Page } from "@/lib/list/page";
import { keepRows } from "./keep-rows";

/** While live updates arrive, polling is slow; it goes on in case an update was lost. */
const TOLD_MS = 60_000;
const UNTOLD_MS = 5_000;

type Wanted<Row, View extends Page<Row>> = {
  options: PageOptions<View>;
  keyOf: (row: Row) => string;
};

/** A page of a list that stays as it was opened: rows change in place, and what is new waits until it is asked for. */
export function useListPage<Row, View extends Page<Row>>({ options, keyOf }: Wanted<Row, View>) {
  const client = useQueryClient();
  const isOpen = useLiveUpdates();
  const query = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: isOpen ? TOLD_MS : UNTOLD_MS,
  });
  const { data: answer, isPlaceholderData } = query;
  const key = hashKey(options.queryKey);
  // Kept while it is fetched again, when the query itself has no error: what was said of it would come and go.
  const [failed, setFailed] = useState<{ key: string; error: Error } | null>(null);
  if (query.error && failed?.error !== query.error) setFailed({ key, error: query.error });
  const isUnknown = failed?.key === key && (answer === undefined || isPlaceholderData);
  // Until the list is read again.
  const [unread, setUnread] = useState<{ key: string; error: Error; at: number } | null>(null);
  const newsError = unread?.key === key && unread.at === query.dataUpdatedAt ? unread.error : null;
  // The rows of another filter stand in for these until there is an answer, and not once there was none.
  const data = isUnknown ? undefined : answer;
  const [opened, setOpened] = useState<{ key: string; view: View } | null>(null);
  // Where nothing stood, nothing can move.
  const isStale = opened?.key !== key || (opened.view.rows.length === 0 && (data?.rows.length ?? 0) > 0);
  if (data && !isPlaceholderData && isStale && opened?.view !== data) setOpened({ key, view: data });

  const first = opened?.key === key ? opened.view : data;
  // The same as long as nothing came, so that what is drawn of them stays.
  const kept = useMemo(() => (first && data ? keepRows(first.rows, data, keyOf) : []), [first, data, keyOf]);
  const gone = useMemo(() => new Set(kept.filter(({ isGone }) => isGone).map(({ row }) => keyOf(row))), [kept, keyOf]);
  return {
    ...{ query, isOpen, isUnknown, isPending: isPlaceholderData && !isUnknown, view: data },
    /** Why it is not up to date; null where it is. */
    error: query.error ?? (isUnknown ? failed.error : newsError),
    rows: kept.map(({ row }) => row),
    gone,
    above: first?.above ?? null,
    /** Resolves to whether they are shown. */
    showNews: async () => {
      try {
        setOpened({ key, view: await replacePage(client, options) });
        return true;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        setUnread({ key, error, at: query.dataUpdatedAt });
        return false;
      }
    },
  };
}
