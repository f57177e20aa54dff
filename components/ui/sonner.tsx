"use client";

import type { CSSProperties } from "react";
import { Toaster as Sonner, type ToasterProps } from "sonner";

const TOKENS = {
  "--normal-bg": "var(--popover)",
  "--normal-text": "var(--popover-foreground)",
  "--normal-border": "var(--border-strong)",
  "--border-radius": "var(--radius-lg)",
  fontFamily: "inherit",
} as CSSProperties;

/** Where toasts come up: at most three, bottom right, above the bar of a phone. Alt+T leads to them. */
export const Toaster = (props: ToasterProps) => (
  <Sonner
    position="bottom-right"
    visibleToasts={3}
    duration={5_000}
    mobileOffset={{ bottom: 72 }}
    style={TOKENS}
    {...props}
  />
);
