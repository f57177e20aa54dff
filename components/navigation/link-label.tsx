"use client";

import { useLinkStatus } from "next/link";
import { cn } from "@/lib/cn";

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
