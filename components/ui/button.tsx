import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Also for links that look like buttons: `<Link className={buttonVariants()}>`. */
export const buttonVariants = cva(
  "inline-flex items-center justify-center gap-1.5 border font-semibold whitespace-nowrap select-none disabled:opacity-50 aria-disabled:opacity-50 aria-disabled:cursor-not-allowed disabled:cursor-not-allowed",
  {
    variants: {
      variant: {
        primary:
          "border-primary bg-primary text-primary-foreground hover:not-aria-disabled:not-disabled:brightness-110",
        secondary:
          "border-border-strong bg-secondary text-secondary-foreground hover:not-aria-disabled:not-disabled:border-subtle-foreground",
        quiet:
          "border-transparent text-muted-foreground hover:not-aria-disabled:not-disabled:text-foreground underline-offset-4",
      },
      size: {
        default: "min-h-8.5 rounded-lg px-3 text-[13.5px]",
        // As tall as an input, to stand beside one.
        field: "min-h-9.5 rounded-lg px-3.5 text-[13.5px] pointer-coarse:min-h-11",
        small: "min-h-6.5 rounded-md px-2 text-[12.5px]",
        large: "min-h-11 rounded-lg px-4 text-[15px]",
        icon: "size-6.5 rounded-md",
        thumb: "size-11 rounded-lg",
      },
    },
    defaultVariants: { variant: "secondary", size: "default" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    /** Uses aria-disabled, so that the button keeps the focus. */
    focusableWhenDisabled?: boolean;
  };

export function Button({ className, variant, size, type = "button", ...given }: ButtonProps) {
  const { focusableWhenDisabled = false, disabled = false, onClick, ...props } = given;
  const isLocked = focusableWhenDisabled && disabled;
  return (
    <button
      type={type}
      disabled={disabled && !isLocked}
      aria-disabled={isLocked || undefined}
      onClick={isLocked ? (event) => event.preventDefault() : onClick}
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
}
