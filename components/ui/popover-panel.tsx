"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ComponentProps, RefObject } from "react";
import { cn } from "@/lib/cn";

type Props = Omit<ComponentProps<typeof Base.Popup>, "className" | "id"> &
  Pick<ComponentProps<typeof Base.Positioner>, "side" | "align" | "positionMethod"> & {
    id: string;
    trigger: RefObject<HTMLButtonElement | null>;
    open: boolean;
    onOpenChange: (open: boolean) => void;
    className?: string;
  };

/** What a popover's trigger opens; loaded on demand (`popover.tsx`). */
export function PopoverPanel({
  trigger,
  open,
  onOpenChange,
  className,
  side = "bottom",
  align = "start",
  positionMethod,
  ...props
}: Props) {
  const change: ComponentProps<typeof Base.Root>["onOpenChange"] = (isOpen, { event }) => {
    // The trigger closes it by its own click.
    if (event.target instanceof Node && trigger.current?.contains(event.target)) return;
    onOpenChange(isOpen);
  };
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Positioner {...{ side, align, positionMethod }} anchor={trigger} sideOffset={4} className="z-20">
          <Base.Popup
            finalFocus={trigger}
            className={cn(
              "grid max-h-[70dvh] min-w-52 max-w-[calc(100vw-1rem)] gap-2 overflow-y-auto rounded-lg border border-border-strong bg-popover p-3 text-sm shadow-pop",
              className,
            )}
            {...props}
          />
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
