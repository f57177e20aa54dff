"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

type Props = Pick<ComponentProps<typeof Base.Positioner>, "anchor" | "side"> & {
  open: boolean;
  onClose: () => void;
  content: ReactNode;
  className?: string;
};

/** What a tooltip shows; loaded on demand (`tooltip.tsx`). */
export function TooltipPanel({ open, onClose, content, anchor, side = "top", className }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-30">
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
