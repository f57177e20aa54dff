import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export const inputVariants = cva(
  [
    "min-h-9.5 w-full rounded-lg border border-input bg-card px-2.5 py-1.5 text-foreground",
    "placeholder:text-subtle-foreground aria-invalid:border-destructive focus-visible:outline-offset-1 pointer-coarse:min-h-11",
  ],
  {
    variants: {
      kind: {
        text: "text-base pointer-coarse:text-lg",
        /** Codes and ids: every digit as wide as the other. */
        code: "font-mono text-base pointer-coarse:text-lg",
        amount: "text-lg font-semibold tabular-nums",
      },
    },
    defaultVariants: { kind: "text" },
  },
);

export type InputKind = NonNullable<VariantProps<typeof inputVariants>["kind"]>;

export function Input({ className, kind, ...props }: ComponentProps<"input"> & { kind?: InputKind }) {
  return <input className={cn(inputVariants({ kind }), className)} {...props} />;
}
