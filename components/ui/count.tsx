import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const countVariants = cva(
  "inline-block min-w-5 shrink-0 rounded-full px-1.5 text-center text-xs font-semibold figures",
  {
    variants: {
      tone: {
        /** So many there are. */
        neutral: "bg-accent text-muted-foreground",
        /** Action is needed. */
        watch: "bg-warning-soft text-warning",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export function Count({ className, tone, ...props }: ComponentProps<"span"> & VariantProps<typeof countVariants>) {
  return <span className={cn(countVariants({ tone }), className)} {...props} />;
}
