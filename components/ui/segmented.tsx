"use client";

import { cva } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { useHydrated } from "@/components/use-hydrated";
import { cn } from "@/lib/cn";

const group = "inline-flex w-fit gap-0.5 rounded-lg border border-border-strong bg-muted p-0.5";

/** Also for links in a `SegmentedLinks`; the chosen one has `aria-current`. */
export const segmentVariants = cva([
  "relative flex min-h-6 items-center gap-1.5 rounded-md px-2.5 text-xs whitespace-nowrap text-muted-foreground -outline-offset-1 hover:text-foreground pointer-coarse:min-h-9",
  "aria-[current]:bg-card aria-[current]:font-medium aria-[current]:text-foreground aria-[current]:ring-1 aria-[current]:ring-border-strong",
  "has-checked:bg-card has-checked:font-medium has-checked:text-foreground has-checked:ring-1 has-checked:ring-border-strong",
  "has-focus-visible:outline-2 has-focus-visible:outline-ring",
]);

type Props<T extends string> = {
  label: string;
  options: { value: T; text: ReactNode; lang?: string }[];
  value: T;
  onChoose: (value: T) => void;
  /** Of the radios; two groups on a page need two. */
  name: string;
  className?: string;
};

/** A few choices side by side, of which one holds. */
export function Segmented<T extends string>({ label, options, value, onChoose, name, className }: Props<T>) {
  // Until the page can react, a click would be lost without a word.
  const hydrated = useHydrated();
  return (
    <fieldset disabled={!hydrated} className={cn(group, className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} lang={option.lang} className={segmentVariants()}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}

/** The same, where each choice has an address of its own. */
export function SegmentedLinks({ className, ...props }: ComponentProps<"nav"> & { "aria-label": string }) {
  return <nav className={cn(group, className)} {...props} />;
}
