import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const badgeVariants = cva(
  "inline-flex items-center gap-1.5 rounded-full border px-2 py-px text-[12.5px] font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "border-border-strong text-muted-foreground",
        paid: "border-transparent bg-success-muted text-success",
        failed: "border-transparent bg-destructive-muted text-destructive",
        watch: "border-transparent bg-warning-muted text-warning",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

type BadgeProps = ComponentProps<"span"> & VariantProps<typeof badgeVariants>;

export function Badge({ className, tone, children, ...props }: BadgeProps) {
  return (
    <span className={cn(badgeVariants({ tone }), className)} {...props}>
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  );
}
