"use client";

import dynamic from "next/dynamic";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { loadPart } from "@/components/load-part";

// The code that places it comes with the first pointer or focus.
const Panel = dynamic(() => loadPart(async () => (await import("./tooltip-panel")).TooltipPanel), {
  loading: () => null,
});

type Props = {
  content: ReactNode;
  /** What it belongs to: one element that takes the focus. It needs a name of its own, as a tooltip is not one. */
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
};

const DELAY_MS = 300;

export function Tooltip({ children, ...props }: Props) {
  const wrapper = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const show = (delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setWasOpened(true);
      setOpen(true);
    }, delayMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element inside takes the focus; this hears of it
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={() => show(DELAY_MS)}
      onPointerLeave={hide}
      onFocus={({ target }) => target.matches(":focus-visible") && show(0)}
      onBlur={hide}
    >
      {children}
      {wasOpened && (
        <Panel anchor={() => wrapper.current?.firstElementChild ?? null} open={open} onClose={hide} {...props} />
      )}
    </span>
  );
}
