"use client";

import { useEffect, useState } from "react";

/**
 * A question before a command is done. Its safe answer has the focus, as the button that was pressed is gone; where it
 * is given, the focus goes back to that button (`isKept`).
 */
export function useSecondPress() {
  const [state, setState] = useState<"unasked" | "asked" | "kept">("unasked");
  // The button has the focus by then. One that is drawn again later must not take it from elsewhere.
  useEffect(() => {
    if (state === "kept") setState("unasked");
  }, [state]);
  return {
    isAsked: state === "asked",
    isKept: state === "kept",
    ask: () => setState("asked"),
    keep: () => setState("kept"),
    /** Without a way back: what stood around the question is gone, too. */
    reset: () => setState("unasked"),
  };
}
