import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** A placeholder while content loads. It is hidden from screen readers: a status beside it announces the loading. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden className={cn("motion-safe:animate-pulse rounded-xl bg-muted", className)} {...props} />;
}
