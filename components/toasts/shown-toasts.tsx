"use client";

import { type CSSProperties, useEffect } from "react";
import { Toaster, toast } from "sonner";
import { onToast, takeToasts } from "./toast-queue";

const LONG_MS = 10_000;

const TOKENS = {
  "--normal-bg": "var(--popover)",
  "--normal-text": "var(--popover-foreground)",
  "--normal-border": "var(--border-strong)",
  "--border-radius": "var(--radius-lg)",
  fontFamily: "inherit",
} as CSSProperties;

/** Where toasts come up: at most three, bottom right, above the bar of a phone. Alt+T leads to them. */
export function ShownToasts({ label }: { label: string }) {
  useEffect(() => {
    showWaiting();
    return onToast(showWaiting);
  }, []);
  return (
    <Toaster
      containerAriaLabel={label}
      position="bottom-right"
      visibleToasts={3}
      duration={5_000}
      mobileOffset={{ bottom: 72 }}
      style={TOKENS}
    />
  );
}

function showWaiting() {
  for (const { text, isLong, action } of takeToasts()) {
    const button = action && { label: action.label, onClick: action.onPress };
    toast(text, { ...((isLong || action) && { duration: LONG_MS }), action: button });
  }
}
