"use client";

import { useLinkStatus } from "next/link";
import { cn } from "@/lib/cn";

/** Stands in a link: the page is dimmed from its press until the next page is there. */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return pending && <span hidden data-pending />;
}

/** Marked from the press of its link until that page is there: the page before stays visible meanwhile. */
export function LinkLabel({ className, children }: { className?: string | undefined; children: string }) {
  const { pending } = useLinkStatus();
  return (
    <span
      data-pending={pending || undefined}
      className={cn("truncate decoration-dotted underline-offset-4 data-pending:underline", className)}
    >
      {children}
    </span>
  );
}
