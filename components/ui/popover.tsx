"use client";

import dynamic from "next/dynamic";
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useRef,
  useState,
} from "react";
import { loadPart } from "@/components/load-part";

// Every page has popovers and few are opened: the code that places them comes with the pointer or the focus.
const load = () => loadPart(async () => (await import("./popover-panel")).PopoverPanel);
const Panel = dynamic(load, { loading: () => null });

type Shared = {
  id: string;
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  /** Stays true after the first time, so that closing gives the focus back. */
  wasOpened: boolean;
  onOpenChange: (open: boolean) => void;
};

const PopoverContext = createContext<Shared | null>(null);

function useShared(): Shared {
  const shared = use(PopoverContext);
  if (shared === null) throw new Error("A part of a popover stands outside of one.");
  return shared;
}

type Props = Pick<Shared, "open" | "onOpenChange"> & { children: ReactNode };

export function Popover({ open, onOpenChange, children }: Props) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return <PopoverContext value={{ id, trigger, open, wasOpened, onOpenChange }}>{children}</PopoverContext>;
}

export function PopoverTrigger({ onClick, ...props }: ComponentProps<"button">) {
  const { id, trigger, open, onOpenChange } = useShared();
  return (
    <button
      type="button"
      ref={trigger}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      data-popup-open={open || undefined}
      onPointerEnter={load}
      onFocus={load}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        onClick?.(event);
        onOpenChange(!open);
      }}
      {...props}
    />
  );
}

type ContentProps = Omit<ComponentProps<typeof Panel>, keyof Shared>;

export function PopoverContent(props: ContentProps) {
  const { wasOpened, ...shared } = useShared();
  return wasOpened ? <Panel {...shared} {...props} /> : null;
}
