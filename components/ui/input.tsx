import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      className={cn(
        "min-h-9.5 w-full rounded-lg border border-edge bg-surface px-2.5 py-1.5 text-[14.5px] text-ink",
        "placeholder:text-ink-3 aria-invalid:border-fail focus-visible:outline-offset-1",
        "pointer-coarse:min-h-11 pointer-coarse:text-base",
        className,
      )}
      {...props}
    />
  );
}
