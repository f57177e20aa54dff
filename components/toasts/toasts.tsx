"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { loadPart } from "@/components/load-part";
import { onToast } from "./toast-queue";

// Most pages show none, so their code comes with the first.
const ShownToasts = dynamic(() => loadPart(async () => (await import("./shown-toasts")).ShownToasts), {
  loading: () => null,
});

export function Toasts({ label }: { label: string }) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => onToast(() => setIsWanted(true)), []);
  return isWanted && <ShownToasts label={label} />;
}
