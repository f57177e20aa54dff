"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useEffect, useState } from "react";
import { loadPart } from "@/components/load-part";
import type { Chart } from "@/components/ui/chart";
import { Skeleton } from "@/components/ui/skeleton";

const load = () => loadPart(async () => (await import("@/components/ui/chart")).Chart);
const Loaded = dynamic(load, { ssr: false, loading: () => <Skeleton className="h-full" /> });

/** Comes when a page with a chart is open, so that no other page carries the library. */
export function LazyChart(props: ComponentProps<typeof Chart>) {
  return useTurn() ? <Loaded {...props} /> : <Skeleton className="h-full" />;
}

/** So long at most a chart waits for a pause. */
const AT_MOST_MS = 300;

const pause = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS });
    else setTimeout(resolve);
  });

let turns = Promise.resolve();

/** Charts are drawn one after another: four together would keep the page from reacting for half a second. */
function useTurn(): boolean {
  const [isMine, setMine] = useState(false);
  useEffect(() => {
    let isHere = true;
    // Where the code does not come, the chart itself says so.
    turns = turns.then(load).then(pause, pause);
    void turns.then(() => isHere && setMine(true));
    return () => {
      isHere = false;
    };
  }, []);
  return isMine;
}
