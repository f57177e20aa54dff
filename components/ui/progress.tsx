import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Without a value it says that something is under way. */
export function Progress({ className, ...props }: ComponentProps<"progress">) {
  return (
    <progress
      className={cn(
        "h-2 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary",
        className,
      )}
      {...props}
    />
  );
}
