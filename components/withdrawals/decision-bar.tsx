import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

type Props = {
  /** On a phone it stays above the bar of sections; not where a reason is typed below it. */
  isFixed: boolean;
  children: ReactNode;
};

/**
 * The buttons of a decision. The page leaves room for them at its end (`components/shell/shell.tsx`), but not where a phone
 * shows a list instead of what is beside it.
 */
export function DecisionBar({ isFixed, children }: Props) {
  return (
    <div
      data-decision={isFixed || undefined}
      className={cn(
        "flex flex-wrap gap-2 max-sm:*:flex-1 max-sm:*:first:basis-full",
        isFixed &&
          "max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-10 max-md:border-t max-md:border-border max-md:bg-card max-md:px-4 max-md:py-2.5",
      )}
    >
      {children}
    </div>
  );
}
