"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { type InputKind, inputVariants } from "./input";

type Props<Value> = Omit<Autocomplete.Root.Props<Value>, "items" | "inline" | "open"> & { items: readonly Value[] };

/**
 * Base UI's autocomplete, the combobox whose text is free. 50 kB, so it is loaded on demand. Inline: its popup would hide
 * the rest of the page, the field's own label too, from assistive technology.
 */
export function Combobox<Value>(props: Props<Value>) {
  return <Autocomplete.Root inline open {...props} />;
}

type InputProps = ComponentProps<typeof Autocomplete.Input> & { kind?: InputKind | undefined };

export function ComboboxInput({ className, kind, ...props }: InputProps) {
  return <Autocomplete.Input className={cn(inputVariants({ kind }), className)} {...props} />;
}

/** Below the nearest `relative` element. */
export function ComboboxList({ className, ...props }: ComponentProps<typeof Autocomplete.List>) {
  return (
    <Autocomplete.List
      className={cn(
        "absolute top-full left-0 z-20 mt-1 max-h-[min(26rem,70dvh)] w-[min(26rem,calc(100vw-4rem))] min-w-full",
        "overflow-y-auto rounded-lg border border-border-strong bg-popover py-1 shadow-pop",
        className,
      )}
      {...props}
    />
  );
}

export function ComboboxItem({ className, ...props }: ComponentProps<typeof Autocomplete.Item>) {
  return (
    <Autocomplete.Item
      className={cn(
        "cursor-pointer px-3 py-1.5 hover:bg-muted data-highlighted:bg-primary-soft pointer-coarse:py-2.5",
        className,
      )}
      {...props}
    />
  );
}
