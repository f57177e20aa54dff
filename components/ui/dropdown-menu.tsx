"use client";

import { Menu } from "@base-ui/react/menu";
import { cva } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export const DropdownMenu = (props: ComponentProps<typeof Menu.Root>) => <Menu.Root {...props} />;

export const DropdownMenuTrigger = (props: ComponentProps<typeof Menu.Trigger>) => <Menu.Trigger {...props} />;

type ContentProps = ComponentProps<"div"> & Pick<ComponentProps<typeof Menu.Positioner>, "side" | "align">;

export function DropdownMenuContent({ className, side = "bottom", align = "end", children }: ContentProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner side={side} align={align} sideOffset={4} className="z-20">
        <Menu.Popup
          className={cn(
            "min-w-44 max-w-[calc(100vw-1rem)] rounded-lg border border-border-strong bg-popover p-1 shadow-pop outline-none",
            className,
          )}
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

const menuItemVariants = cva(
  "flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 text-left text-md -outline-offset-2 select-none data-highlighted:bg-accent hover:bg-accent aria-disabled:text-subtle-foreground pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground",
);

type LinkItemProps = Omit<ComponentProps<typeof Menu.LinkItem>, "className"> & { className?: string };

/** An item that leads somewhere: `render={<Link href=… />}`. */
export function DropdownMenuLink({ className, ...props }: LinkItemProps) {
  return <Menu.LinkItem closeOnClick className={cn(menuItemVariants(), className)} {...props} />;
}
