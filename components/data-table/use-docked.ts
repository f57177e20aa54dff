import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import type { Docked, PanelSteps } from "./docked";

/** The row that is open stands in this part of the address: it is there after a reload, and the way back closes it. */
export function useOpened(part: string): Omit<Docked, "panel"> {
  const [current, setCurrent] = useQueryState(part, parseAsString.withOptions({ scroll: false }));
  return { current, open: (key, isStep = false) => void setCurrent(key, { history: isStep ? "replace" : "push" }) };
}

/** The same with what stands beside the list. */
export function useDocked(part: string, panel: (key: string, steps: PanelSteps) => ReactNode): Docked {
  const opened = useOpened(part);
  return { ...opened, panel: (steps) => opened.current !== null && panel(opened.current, steps) };
}
