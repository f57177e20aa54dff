"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

/** Comes when a page with a chart is open, so that no other page carries the library. */
export const LazyChart = dynamic(async () => (await import("@/components/ui/chart")).Chart, {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});
