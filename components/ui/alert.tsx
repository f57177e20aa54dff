import { cva, type VariantProps } from "class-variance-authority";
import { CircleX, Info, TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const alertVariants = cva("flex gap-2.5 rounded-lg border px-3 py-2.5 text-sm", {
  variants: {
    tone: {
      neutral: "border-border bg-muted [&>svg]:text-subtle-foreground",
      failed: "border-transparent bg-destructive-soft [&>svg]:text-destructive",
      watch: "border-warning-line bg-warning-soft [&>svg]:text-warning",
    },
  },
  defaultVariants: { tone: "neutral" },
});

const ICONS = { neutral: Info, failed: CircleX, watch: TriangleAlert } as const;

/** A note: what is true and what to do about it. */
export function Alert({
  className,
  tone,
  children,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof alertVariants>) {
  const Icon = ICONS[tone ?? "neutral"];
  return (
    <div className={cn(alertVariants({ tone }), className)} {...props}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 space-y-1 break-words">{children}</div>
    </div>
  );
}

export function AlertTitle({ className, ...props }: ComponentProps<"p">) {
  return <p className={cn("font-semibold", className)} {...props} />;
}
