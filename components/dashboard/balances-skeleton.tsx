import { Skeleton } from "@/components/ui/skeleton";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";

/** As tall as the tiles that follow with the service's first response, so that nothing below them moves. */
export function BalancesSkeleton({ label }: { label: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <p role="status" className="sr-only">
        {label}
      </p>
      {KNOWN_CURRENCIES.map((currency) => (
        <Skeleton key={currency} className="h-31 max-sm:not-first-of-type:hidden" />
      ))}
    </div>
  );
}
