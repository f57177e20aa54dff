"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; children: ReactNode };

export const Popover = (props: Props) => <Base.Root {...props} />;

export const PopoverTrigger = (props: ComponentProps<typeof Base.Trigger>) => <Base.Trigger {...props} />;

type ContentProps = Omit<ComponentProps<typeof Base.Popup>, "className"> &
  Pick<ComponentProps<typeof Base.Positioner>, "side" | "align" | "positionMethod"> & { className?: string };

export function PopoverContent({
  className,
  side = "bottom",
  align = "start",
  positionMethod,
  ...props
}: ContentProps) {
  return (
    <Base.Portal>
      <Base.Positioner {...{ side, align, positionMethod }} sideOffset={4} className="z-20">
        <Base.Popup
          className={cn(
            "grid max-h-[70dvh] min-w-52 max-w-[calc(100vw-1rem)] gap-2 overflow-y-auto rounded-lg border border-border-strong bg-popover p-3 text-sm shadow-pop",
            className,
          )}
          {...props}
        />
      </Base.Positioner>
    </Base.Portal>
  );
}
