"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

/** What the page has read, as one text, as `fetchView` reads it later: React would look at every field of every row. */
export function Seeds({ text, children }: { text: string; children: ReactNode }) {
  const state: DehydratedState = useMemo(() => JSON.parse(text), [text]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
