"use client";

import { useLinkStatus } from "next/link";
import { cn } from "@/lib/cn";
import type { PageShape } from "./sections";

/** What the page that a link leads to is like, or that it is dimmed alone, as it stays in part. */
type Props = { shape?: PageShape | "dim" | undefined };

/** Stands in a link: from its press until the next page is there, that page's skeleton is shown, or this page is dimmed. */
export function LinkPending({ shape = "dim" }: Props) {
  const { pending } = useLinkStatus();
  return pending && <span hidden data-pending={shape} />;
}

/** The same in words that are marked meanwhile. */
export function LinkLabel({
  shape = "dim",
  className,
  children,
}: Props & { className?: string | undefined; children: string }) {
  const { pending } = useLinkStatus();
  return (
    <span
      data-pending={pending ? shape : undefined}
      className={cn("truncate decoration-dotted underline-offset-4 data-pending:underline", className)}
    >
      {children}
    </span>
  );
}
