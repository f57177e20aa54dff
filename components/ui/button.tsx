import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Also for links that look like buttons: `<Link className={buttonVariants()}>`. */
export const buttonVariants = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 border font-medium whitespace-nowrap select-none transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary:
          "border-primary bg-primary font-semibold text-primary-foreground hover:not-aria-disabled:not-disabled:brightness-110",
        secondary:
          "border-border-strong bg-secondary text-secondary-foreground hover:not-aria-disabled:not-disabled:bg-accent data-popup-open:bg-accent",
        /** Takes something away or refuses it. */
        destructive:
          "border-border-strong bg-secondary text-destructive hover:not-aria-disabled:not-disabled:bg-destructive-soft",
        ghost:
          "border-transparent text-muted-foreground hover:not-aria-disabled:not-disabled:bg-accent hover:not-aria-disabled:not-disabled:text-foreground data-popup-open:bg-accent",
        /** Not possible now. It stays visible, and its label says why or from when. */
        locked: "border-dashed border-border-strong bg-muted text-subtle-foreground aria-disabled:opacity-100",
      },
      size: {
        default: "min-h-8 rounded-lg px-3 text-md",
        // As tall as an input, to stand beside one.
        field: "min-h-9.5 rounded-lg px-3.5 text-md pointer-coarse:min-h-11",
        small: "min-h-6.5 rounded-md px-2 text-xs",
        large: "min-h-11 rounded-xl px-4 text-base [&_svg]:size-4.5",
        icon: "size-7.5 rounded-lg [&_svg]:size-4",
        thumb: "size-11 rounded-lg [&_svg]:size-5",
      },
    },
    defaultVariants: { variant: "secondary", size: "default" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    /** Uses aria-disabled, so that the button keeps the focus: always, but before the page can react. */
    focusableWhenDisabled?: boolean;
  };

export function Button({ className, variant, size, type = "button", ...given }: ButtonProps) {
  const { focusableWhenDisabled = true, disabled = false, onClick, ...props } = given;
  const isLocked = variant === "locked" || (focusableWhenDisabled && disabled);
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
