"use client";

import { type RefObject, useEffect } from "react";

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** From row to row with j and k, or the arrows once a row is reached. What a row leads to opens with Enter, as links do. */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const from = event.target;
      if (step === undefined || event.defaultPrevented || event.isComposing || hasModifier(event)) return;
      if (!(from instanceof HTMLElement) || from.closest("input, select, textarea, [contenteditable], dialog")) return;
      const links = rowLinks(list.current);
      const at = links.findIndex((link) => link.closest("[data-row]")?.contains(from));
      // The arrow keys scroll the page until a row has the focus.
      if (at < 0 && event.key.startsWith("Arrow")) return;
      const next = links[at < 0 ? 0 : at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener("keydown", move);
    return () => document.removeEventListener("keydown", move);
  }, [list]);
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => altKey || ctrlKey || metaKey || shiftKey;

/** The first link of each row. */
function rowLinks(list: HTMLElement | null): HTMLElement[] {
  const rows = [...(list?.querySelectorAll("[data-row]") ?? [])];
  return rows.flatMap((row) => row.querySelector<HTMLElement>("a[href]") ?? []);
}
