import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { inputVariants } from "./input";

/** Several lines; it grows with what is written. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea className={cn(inputVariants({ kind: "text" }), "field-sizing-content max-h-80", className)} {...props} />
  );
}
