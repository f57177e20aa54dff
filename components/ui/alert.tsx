import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const alertVariants = cva("rounded-lg px-3 py-2.25 text-[13px]", {
  variants: {
    tone: {
      neutral: "bg-muted text-muted-foreground",
      failed: "bg-destructive-muted text-destructive",
      watch: "bg-warning-muted text-warning",
    },
  },
  defaultVariants: { tone: "neutral" },
});

export function Alert({ className, tone, ...props }: ComponentProps<"div"> & VariantProps<typeof alertVariants>) {
  return <div className={cn(alertVariants({ tone }), className)} {...props} />;
}
