import type { ReactNode } from "react";

/** The rows beside the one whose details are shown, and the way back to the list. */
export type PanelSteps = { previous: (() => void) | null; next: (() => void) | null; close: () => void };

/** A row opens beside the list. */
export type Docked = {
  current: string | null;
  /** Null closes the panel. `isStep`: from one row to the next, which the way back leaves out. */
  open: (key: string | null, isStep?: boolean) => void;
  panel: (steps: PanelSteps) => ReactNode;
};

export const rowsOf = (list: Element | null) => [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];

/** The link of a row that the keys go to: the one that opens it, and else its first. */
export const linkOf = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>("a[data-opens]") ?? row?.querySelector<HTMLElement>("a[href]");

/** The way through the rows of the page, by their keys. */
export function stepsOf(docked: Pick<Docked, "open">, current: string, keys: string[]): PanelSteps {
  const at = keys.indexOf(current);
  const to = (key: string | undefined) => (key === undefined ? null : () => docked.open(key, true));
  return {
    previous: at > 0 ? to(keys[at - 1]) : null,
    next: at >= 0 ? to(keys[at + 1]) : null,
    close: () => docked.open(null),
  };
}
