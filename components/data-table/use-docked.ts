import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import type { Docked, PanelSteps } from "./docked";

/** The row that is open stands in this part of the address: it is there after a reload, and the way back closes it. */
export function useDocked(part: string, panel: (key: string, steps: PanelSteps) => ReactNode): Docked {
  const [current, setCurrent] = useQueryState(part, parseAsString.withOptions({ scroll: false }));
  return {
    current,
    open: (key, isStep = false) => void setCurrent(key, { history: isStep ? "replace" : "push" }),
    panel: (steps) => current !== null && panel(current, steps),
  };
}
