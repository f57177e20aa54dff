"use client";

import { useEffect, useEffectEvent } from "react";
import { singleKeysAreOn } from "@/components/palette/single-keys";

type Keys = { step: (by: 1 | -1) => void; next: () => void; edit: () => void };

/** j and k, or the arrows once a row is reached, go from row to row; n to the next that is open; Enter edits. */
export function useDraftKeys({ step, next, edit }: Keys) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return;
    if (!(target instanceof HTMLElement) || target.closest("input, select, textarea, [role=dialog], [role=menu]"))
      return;
    const isOnRow = target.matches("[data-line]");
    if (isOnRow && key === "Enter") return done(event, edit);
    if (isOnRow && key === "ArrowDown") return done(event, () => step(1));
    if (isOnRow && key === "ArrowUp") return done(event, () => step(-1));
    if (!singleKeysAreOn()) return;
    if (key === "j") done(event, () => step(1));
    if (key === "k") done(event, () => step(-1));
    if (key === "n") done(event, next);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function done(event: KeyboardEvent, act: () => void) {
  event.preventDefault();
  act();
}
