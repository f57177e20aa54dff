"use client";

import { useEffect } from "react";
import { toast } from "sonner";
import { Toaster } from "@/components/ui/sonner";
import { onToast, takeToasts } from "./toast-queue";

const WITH_UNDO_MS = 10_000;

export function ShownToasts({ label }: { label: string }) {
  useEffect(() => {
    showWaiting();
    return onToast(showWaiting);
  }, []);
  return <Toaster containerAriaLabel={label} />;
}

function showWaiting() {
  for (const { text, undo } of takeToasts()) {
    if (undo) toast(text, { duration: WITH_UNDO_MS, action: { label: undo.label, onClick: undo.onUndo } });
    else toast(text);
  }
}
