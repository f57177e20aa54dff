import type { TimelineEntry } from "@/lib/transactions/schema";

export const SHOWN = ["users", "api"] as const;
export type Shown = (typeof SHOWN)[number];

/** What people did and wrote, or what went to the service and came from it; all of it where neither is asked for. */
export const isShown = ({ kind }: TimelineEntry, shown: Shown | null): boolean =>
  shown === null || (kind === "did" || kind === "noted" ? "users" : "api") === shown;
