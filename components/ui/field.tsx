import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Label above, what to know between, what is wrong below. */
export function Field({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("grid content-start gap-1.25", className)} {...props} />;
}

export function FieldLabel({ className, htmlFor, children }: ComponentProps<"label"> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cn("text-sm font-medium", className)}>
      {children}
    </label>
  );
}

export function FieldDescription({ className, ...props }: ComponentProps<"p">) {
  return <p className={cn("text-xs text-muted-foreground", className)} {...props} />;
}

export function FieldError({ className, ...props }: ComponentProps<"p">) {
  return <p className={cn("text-xs font-medium text-destructive empty:hidden", className)} {...props} />;
}
