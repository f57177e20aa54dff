"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Command as CommandPrimitive } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps, KeyboardEvent } from "react";
import { cn } from "@/lib/cn";
import { isConverting } from "./is-converting";

/** Options come filtered and in order: cmdk's own filter would sort IDs and names by resemblance. */
export function Command({ className, ...props }: ComponentProps<typeof CommandPrimitive>) {
  return (
    <CommandPrimitive
      shouldFilter={false}
      vimBindings={false}
      className={cn("grid max-h-[80dvh] grid-rows-[auto_minmax(0,1fr)_auto]", className)}
      {...props}
    />
  );
}

type DialogProps = Pick<ComponentProps<typeof Dialog.Popup>, "finalFocus" | "children"> & {
  title: string;
  onClose: () => void;
};

/** It is open for as long as it is rendered; its input takes the focus itself. */
export function CommandDialog({ title, finalFocus, onClose, children }: DialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-overlay" />
        <Dialog.Popup
          initialFocus={false}
          finalFocus={finalFocus}
          className="fixed inset-x-3 top-[8dvh] z-20 mx-auto max-w-150 rounded-xl border border-border-strong bg-popover shadow-pop"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function CommandInput({ className, ...props }: ComponentProps<typeof CommandPrimitive.Input>) {
  return (
    <div className="relative border-b border-border">
      <Search aria-hidden className="pointer-events-none absolute top-4 left-4 size-4 text-subtle-foreground" />
      <CommandPrimitive.Input
        autoCapitalize="none"
        onKeyDown={keepTextKeys}
        // It has the focus for as long as the dialog is open: the cursor shows it.
        className={cn(
          "min-h-12 w-full bg-transparent pr-16 pl-11 text-lg outline-none placeholder:text-subtle-foreground",
          className,
        )}
        {...props}
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-3.5 right-4 rounded-sm border border-border-strong bg-background px-1.5 font-mono text-2xs/4.5 text-muted-foreground"
      >
        Esc
      </kbd>
    </div>
  );
}

/** Home and End move in the text. A key that an input method converts with reaches no option: cmdk took Enter once. */
function keepTextKeys(event: KeyboardEvent) {
  if (isConverting(event) || event.key === "Home" || event.key === "End") event.stopPropagation();
}

export function CommandList({ className, ...props }: ComponentProps<typeof CommandPrimitive.List>) {
  return <CommandPrimitive.List className={cn("overflow-y-auto py-1", className)} {...props} />;
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof CommandPrimitive.Group>) {
  return (
    <CommandPrimitive.Group
      className={cn(
        "**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-0.5",
        "**:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-subtle-foreground",
        className,
      )}
      {...props}
    />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof CommandPrimitive.Item>) {
  return (
    <CommandPrimitive.Item
      className={cn(
        "flex cursor-pointer items-center gap-2.5 px-3 py-1.5 data-[selected=true]:bg-primary-soft pointer-coarse:py-2.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-subtle-foreground",
        className,
      )}
      {...props}
    />
  );
}
