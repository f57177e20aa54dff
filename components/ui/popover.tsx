"use client";

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useHydrated } from "@/components/use-hydrated";
import { cn } from "@/lib/cn";

type Shared = {
  id: string;
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Its content is made under the pointer or with the focus, before the press, and unmade once it is closed. */
  isFilled: boolean;
  setFilled: (isFilled: boolean) => void;
};

const PopoverContext = createContext<Shared | null>(null);

function useShared(): Shared {
  const shared = use(PopoverContext);
  if (shared === null) throw new Error("A part of a popover stands outside of one.");
  return shared;
}

type Props = Pick<Shared, "open" | "onOpenChange"> & { children: ReactNode };

/**
 * shadcn-ui's popover over the browser's own: it lies above everything, keeps to its trigger, and closes by Escape or a
 * press elsewhere, without a script that a slow machine would have to run at that press.
 */
export function Popover({ open, onOpenChange, children }: Props) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isFilled, setFilled] = useState(false);
  return <PopoverContext value={{ id, trigger, open, onOpenChange, isFilled, setFilled }}>{children}</PopoverContext>;
}

export function PopoverTrigger({ className, ...props }: ComponentProps<"button">) {
  const { id, trigger, open, setFilled } = useShared();
  // Before the page can react, the browser would open it with nothing in it.
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      ref={trigger}
      disabled={!hydrated}
      popoverTarget={id}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      data-popup-open={open || undefined}
      onPointerEnter={() => setFilled(true)}
      onFocus={() => setFilled(true)}
      className={cn(className, "disabled:opacity-100")}
      {...props}
    />
  );
}

const AREAS = {
  "bottom start": "[position-area:bottom_span-right]",
  "bottom end": "[position-area:bottom_span-left]",
  "top start": "[position-area:top_span-right]",
  "top end": "[position-area:top_span-left]",
};

type ContentProps = ComponentProps<"div"> & { side?: "top" | "bottom"; align?: "start" | "end" };

export function PopoverContent({ side = "bottom", align = "start", className, children, ...props }: ContentProps) {
  const { id, trigger, open, onOpenChange, isFilled, setFilled } = useShared();
  const panel = useRef<HTMLDivElement>(null);
  /** As the browser has it, or is about to have it. */
  const isShown = useRef(false);
  useLayoutEffect(() => {
    if (open === isShown.current) return;
    if (open) panel.current?.showPopover(trigger.current ? { source: trigger.current } : {});
    else panel.current?.hidePopover();
  }, [open, trigger]);
  return (
    <div
      ref={panel}
      id={id}
      popover="auto"
      role="dialog"
      tabIndex={-1}
      onBeforeToggle={({ newState }) => {
        isShown.current = newState === "open";
        if (isShown.current) setFilled(true);
      }}
      onToggle={({ newState, currentTarget }) => {
        const isOpen = newState === "open";
        // Not before: the browser gives the focus back only from what is still there.
        setFilled(isOpen);
        onOpenChange(isOpen);
        if (isOpen) focusFirst(currentTarget);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isElsewhere = relatedTarget !== null && !currentTarget.contains(relatedTarget);
        // A press on its trigger closes it anyway.
        if (isElsewhere && relatedTarget !== trigger.current) currentTarget.hidePopover();
      }}
      className={cn(
        "max-h-[70dvh] min-w-52 max-w-[calc(100vw-2rem)] gap-2 overflow-y-auto rounded-lg border border-border-strong bg-popover p-3 text-left font-normal text-popover-foreground text-sm whitespace-normal shadow-pop outline-none open:grid",
        // Where a browser cannot keep it beside its trigger, it stands in the middle.
        "my-1 not-supports-[position-area:top]:m-auto [position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline,--shortened]",
        AREAS[`${side} ${align}`],
        className,
      )}
      {...props}
    >
      {isFilled && children}
    </div>
  );
}

/** On a screen that is touched, a field would bring up a keyboard that hides what was opened. */
function focusFirst(panel: HTMLElement) {
  if (panel.contains(document.activeElement)) return;
  const first = matchMedia("(pointer: coarse)").matches
    ? null
    : panel.querySelector<HTMLElement>("a, button:enabled, input:enabled, select, textarea");
  (first ?? panel).focus({ preventScroll: true });
}
