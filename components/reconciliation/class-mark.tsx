import { cva } from "class-variance-authority";
import { cn } from "@/lib/cn";
import type { RowClass } from "@/lib/reconciliation/classes";

/** Red is lost money, amber a person should look at, and blue agrees. The word stands beside it always. */
const mark = cva("inline-block size-2 shrink-0 rounded-xs [print-color-adjust:exact]", {
  variants: {
    of: {
      credited_not_completed: "bg-destructive",
      completed_not_credited: "bg-destructive",
      amount_differs: "bg-warning",
      only_in_ledger: "bg-warning",
      only_at_service: "bg-warning",
      across_cutoff: "bg-chart-2",
      matched: "bg-chart-1",
    } satisfies Record<RowClass, string>,
  },
});

export const ClassMark = ({ of, className }: { of: RowClass; className?: string }) => (
  <span aria-hidden className={cn(mark({ of }), className)} />
);
