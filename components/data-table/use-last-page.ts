"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PageOptions } from "@/lib/list/cache";
import type { Page } from "@/lib/list/page";

/** The last page that was read, for what is independent of the filter: it stays while another is read or cannot be. */
export function useLastPage<View extends Page<unknown>>(options: PageOptions<View>): View | undefined {
  const { data } = useQuery(options);
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? last;
}
