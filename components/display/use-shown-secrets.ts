"use client";

import { useState } from "react";

/** Only a hash or a sealed copy is kept of each: it stays shown until it was stored, also while others are made. */
export function useShownSecrets<Made extends { secret: string }>() {
  const [shown, setShown] = useState<Made[]>([]);
  return {
    shown,
    show: (made: Made) => setShown((before) => [...before, made]),
    forget: (kept: Made) => setShown((before) => before.filter((one) => one !== kept)),
  };
}
