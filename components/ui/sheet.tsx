"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { buttonVariants } from "./button";

type Props = { title: string; close: string; onClose: () => void; children: ReactNode };

/**
 * A dialog that comes up from the lower edge, within reach of a thumb; from `md` on in the middle. It is open for as long
 * as it is rendered.
 */
export function Sheet({ title, close, onClose, children }: Props) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-overlay" />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 z-20 grid max-h-[85dvh] gap-4 overflow-y-auto rounded-t-xl border-t border-border bg-popover p-4 shadow-pop pb-[max(1rem,env(safe-area-inset-bottom))] md:inset-0 md:m-auto md:h-fit md:w-112 md:rounded-xl md:border md:border-border-strong">
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-sm font-semibold text-muted-foreground md:text-base md:text-foreground">
              {title}
            </Dialog.Title>
            <Dialog.Close
              aria-label={close}
              className={cn(buttonVariants({ variant: "ghost", size: "thumb" }), "md:size-8")}
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
