import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const badgeVariants = cva(
  "inline-flex items-center gap-1.5 rounded-full border px-2 py-px text-[12.5px] font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "border-line-2 text-ink-2",
        paid: "border-transparent bg-paid-soft text-paid",
        failed: "border-transparent bg-fail-soft text-fail",
        watch: "border-transparent bg-watch-soft text-watch",
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
