"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { onToast } from "./toast-queue";

// Most pages show none, so their code comes with the first.
const ShownToasts = dynamic(async () => (await import("./shown-toasts")).ShownToasts, { loading: () => null });

export function Toasts({ label }: { label: string }) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => onToast(() => setIsWanted(true)), []);
  return isWanted && <ShownToasts label={label} />;
}
