"use client";

import type { ReactNode } from "react";
import { useFocusAfter } from "@/components/use-focus-after";

type Props = { label: string; ids: readonly string[]; children: ReactNode };

/** Stays when the last one is dismissed, so that the keyboard goes on from here. Empty, it takes no room. */
export function EndedPlace({ label, ids, children }: Props) {
  const place = useFocusAfter<HTMLDivElement>(ids.join(), { isWithin: true });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have the page's layout
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label={label}
      className={ids.length === 0 ? "sr-only" : "grid grid-cols-1 gap-4"}
    >
      {children}
    </div>
  );
}
