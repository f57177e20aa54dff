"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef, useState } from "react";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { cn } from "@/lib/cn";
import { useListAddress } from "./list-address";

/** Of a filter that was just taken from the menu: it opens immediately, and leaves when it is closed unset. */
export const JustAdded = createContext<{ onClose: () => void } | null>(null);

type Props = {
  name: string;
  /** What is filtered by; null where the filter is not set. */
  value: ReactNode;
  /** The parts of the address that it clears. */
  parts: readonly string[];
  children: (close: () => void) => ReactNode;
};

/** A filter of a list: dashed until it is set. It changes the address as soon as a value is chosen. */
export function FilterChip({ name, value, parts, children }: Props) {
  const t = useTranslations("list");
  const { set } = useListAddress();
  const added = useContext(JustAdded);
  const [open, setOpen] = useState(added !== null);
  const isSet = value !== null;
  const id = useId();
  const isRemoved = useRef(false);
  // The button that removes a filter leaves with it; where the chip leaves, too, the find field has the focus. Without
  // a network the filter may have stayed, and be removed later by something that keeps the focus.
  useLayoutEffect(() => {
    if (isSet || !isRemoved.current) return;
    isRemoved.current = false;
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [isSet, id]);
  const change = (isOpen: boolean) => {
    setOpen(isOpen);
    if (!isOpen) added?.onClose();
  };
  return (
    <span
      className={cn(
        "inline-flex min-h-7 shrink-0 items-center rounded-md border border-border-strong text-xs pointer-coarse:min-h-10",
        isSet ? "bg-card" : "border-dashed text-muted-foreground",
      )}
    >
      {isSet && (
        <button
          type="button"
          aria-label={t("removeFilter", { name })}
          onClick={() => {
            isRemoved.current = true;
            set(Object.fromEntries(parts.map((part) => [part, null])));
          }}
          className="self-stretch rounded-l-md pr-1 pl-2 text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      <Popover open={open} onOpenChange={change}>
        <PopoverTrigger
          id={id}
          className={cn(
            "inline-flex items-center gap-1.5 self-stretch rounded-md hover:text-foreground",
            isSet ? "pr-1.5 pl-0.5" : "px-2.5",
          )}
        >
          {!isSet && <Plus aria-hidden className="size-3.5" />}
          {name}
          {isSet && (
            <>
              <span aria-hidden className="h-3.5 w-px bg-border-strong" />
              <span className="max-w-60 truncate rounded-sm bg-primary-soft px-1.5 font-medium text-primary">
                {value}
              </span>
            </>
          )}
        </PopoverTrigger>
        <PopoverContent aria-label={name}>{children(() => change(false))}</PopoverContent>
      </Popover>
    </span>
  );
}
