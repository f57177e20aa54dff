"use client";

import { startTransition, useCallback, useRef, useState } from "react";

/**
 * A component whose code is loaded on demand, for a plain field to be swapped for: it takes over focus and selection, and
 * the field stays where the code cannot be had. An input method's conversion ends first.
 */
export function useOnDemand<C>(load: () => Promise<C>) {
  const [loaded, setLoaded] = useState<{ component: C } | null>(null);
  const [isComposing, setIsComposing] = useState(false);
  const selection = useRef<readonly [number, number] | null>(null);
  return {
    Loaded: isComposing ? null : (loaded?.component ?? null),
    isComposing,
    /** In a transition, so that the browser first selects what the Tab key led to. */
    bring: useCallback(() => void load().then((component) => startTransition(() => setLoaded({ component }))), [load]),
    leaving: useCallback(
      (field: HTMLInputElement) => () => {
        const { selectionStart, selectionEnd } = field;
        const isFocused = field === document.activeElement;
        selection.current = isFocused ? [selectionStart ?? 0, selectionEnd ?? 0] : null;
      },
      [],
    ),
    arriving: useCallback((field: HTMLInputElement | null) => {
      if (field === null || selection.current === null) return;
      field.focus();
      field.setSelectionRange(...selection.current);
      selection.current = null;
    }, []),
    onCompositionStart: () => setIsComposing(true),
    onCompositionEnd: () => setIsComposing(false),
  };
}
