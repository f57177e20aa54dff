"use client";

import dynamic from "next/dynamic";
import { loadPart } from "@/components/load-part";

// Most people never open it, so its code comes when they do.
const KeyList = dynamic(() => loadPart(async () => (await import("./key-list")).KeyList), {
  loading: () => null,
});

/** The keyboard shortcuts. */
export function KeyListDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return open ? <KeyList onClose={onClose} /> : null;
}
