"use client";

import { useEffect } from "react";
import { toast } from "sonner";
import { Toaster } from "@/components/ui/sonner";
import { onToast, takeToasts } from "./toast-queue";

const LONG_MS = 10_000;

export function ShownToasts({ label }: { label: string }) {
  useEffect(() => {
    showWaiting();
    return onToast(showWaiting);
  }, []);
  return <Toaster containerAriaLabel={label} />;
}

function showWaiting() {
  for (const { text, isLong, undo } of takeToasts()) {
    const action = undo && { label: undo.label, onClick: undo.onUndo };
    toast(text, { ...((isLong || undo) && { duration: LONG_MS }), action });
  }
}
