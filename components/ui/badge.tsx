import { cva, type VariantProps } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const badgeVariants = cva(
  "inline-flex h-5.5 max-w-full items-center gap-1.25 rounded-full pr-2.25 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "bg-accent text-muted-foreground",
        /** Green means money was paid. */
        paid: "bg-success-soft text-success",
        failed: "bg-destructive-soft text-destructive",
        watch: "bg-warning-soft text-warning",
        /** A decision is open. */
        act: "bg-primary-soft text-primary",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeVariants>["tone"]>;

type BadgeProps = ComponentProps<"span"> & {
  tone?: BadgeTone;
  /** Required by a pill whose colour says something: colour is never the only sign. */
  icon?: LucideIcon | undefined;
};

/** The pill of a state: a colour, an icon and a word. */
export function Badge({ className, tone, icon: Icon, children, ...props }: BadgeProps) {
  return (
    <span className={cn(badgeVariants({ tone }), Icon ? "pl-1.75" : "pl-2.25", className)} {...props}>
      {Icon && <Icon aria-hidden className="size-3.25 shrink-0 stroke-2" />}
      <span className="truncate">{children}</span>
    </span>
  );
}
