import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Stands where something is on its way. It says nothing by itself: a status beside it does. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden className={cn("animate-pulse rounded-[10px] bg-muted", className)} {...props} />;
}
