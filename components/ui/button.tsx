import { Button as ButtonPrimitive } from "@base-ui/react/button";
import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "@/lib/cn";

/** Also for links that look like buttons: `<Link className={buttonVariants()}>`. */
export const buttonVariants = cva(
  "inline-flex items-center justify-center gap-1.5 rounded-lg border font-semibold whitespace-nowrap select-none disabled:opacity-50 aria-disabled:opacity-50 aria-disabled:cursor-not-allowed disabled:cursor-not-allowed",
  {
    variants: {
      variant: {
        primary: "border-ai bg-ai text-paper hover:not-aria-disabled:not-disabled:brightness-110",
        secondary: "border-line-2 bg-surface text-ink hover:not-aria-disabled:not-disabled:border-ink-3",
        quiet: "border-transparent text-ink-2 hover:not-aria-disabled:not-disabled:text-ink underline-offset-4",
      },
      size: {
        default: "min-h-8.5 px-3 text-[13.5px]",
        small: "min-h-6.5 px-2 text-[12.5px] rounded-md",
        large: "min-h-11 px-4 text-[15px]",
        icon: "size-6.5 rounded-md",
      },
    },
    defaultVariants: { variant: "secondary", size: "default" },
  },
);

type ButtonProps = Omit<ButtonPrimitive.Props, "className"> &
  VariantProps<typeof buttonVariants> & { className?: string };

export function Button({ className, variant, size, ...props }: ButtonProps) {
  return <ButtonPrimitive className={cn(buttonVariants({ variant, size }), className)} {...props} />;
}
