import { useEffect, useEffectEvent, useRef } from "react";

/**
 * What is typed between the keys that ask for the palette and its line's having the focus: kept for that line, and
 * kept from the page below, where Enter or a space would press whatever has the focus.
 */
export function useEarlyKeys(isOpen: boolean, onGivenUp: () => void) {
  const kept = useRef<string | null>(null);

  const keep = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || kept.current === null || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") onGivenUp();
    else if (event.key === "Backspace") kept.current = kept.current.slice(0, -1);
    else if (event.key.length === 1 && !event.altKey) kept.current += event.key;
  });
  useEffect(() => {
    // Before anything else hears of it.
    const listen = (event: KeyboardEvent) => keep(event);
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);

  return {
    begin: () => {
      kept.current = "";
    },
    /** The text so far; from now on keys are the line's own. */
    take: () => {
      const text = kept.current ?? "";
      kept.current = null;
      return text;
    },
  };
}
