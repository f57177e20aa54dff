import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** The system's own list: on a phone nothing we could draw is better. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        className={cn(
          "min-h-9.5 w-full appearance-none rounded-lg border border-input bg-card py-1.5 pr-8 pl-2.5 text-base",
          "aria-invalid:border-destructive focus-visible:outline-offset-1",
          "pointer-coarse:min-h-11 pointer-coarse:text-lg",
          className,
        )}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-subtle-foreground"
      />
    </span>
  );
}
