"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { cn } from "@/lib/cn";

type Props = {
  content: ReactNode;
  /** What it belongs to: one element that takes the focus. It needs a name of its own, as a tooltip is not one. */
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
};

export function Tooltip({ content, children, side = "top", className }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={300} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-30">
          <Base.Popup
            className={cn("max-w-72 rounded-md bg-foreground px-2.5 py-1.5 text-xs text-background", className)}
          >
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
