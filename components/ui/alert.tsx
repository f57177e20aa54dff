import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const alertVariants = cva("rounded-lg px-3 py-2.25 text-[13px]", {
  variants: {
    tone: {
      neutral: "bg-sunken text-ink-2",
      failed: "bg-fail-soft text-fail",
      watch: "bg-watch-soft text-watch",
    },
  },
  defaultVariants: { tone: "neutral" },
});

export function Alert({ className, tone, ...props }: ComponentProps<"div"> & VariantProps<typeof alertVariants>) {
  return <div className={cn(alertVariants({ tone }), className)} {...props} />;
}
