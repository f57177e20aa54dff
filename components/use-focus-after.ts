import { useEffect, useRef } from "react";

/**
 * What was pressed may leave with the change that it made, and then nothing has the focus. The element of the returned
 * ref gets it after such a change of `state`, so that the change is read there and the keyboard goes on from it. Where
 * what has the focus stays, or nothing had it, a change made by others moves nothing. `isWithin`: only where what was
 * pressed stood in the element.
 */
export function useFocusAfter<Target extends HTMLElement>(state: string, { isWithin = false } = {}) {
  const target = useRef<Target>(null);
  const before = useRef(state);
  const focused = useRef<EventTarget | null>(null);
  const wasWithin = useRef(false);
  useEffect(() => {
    // It may have come before the page could react.
    focused.current = document.activeElement;
    const note = (event: FocusEvent) => {
      focused.current = event.target;
      wasWithin.current = event.target instanceof Node && target.current?.contains(event.target) === true;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const isGone = focused.current instanceof Node && !focused.current.isConnected;
    if (isWithin && !wasWithin.current) return;
    if (!isGone || document.activeElement !== document.body || bringsUpKeyboard(target.current)) return;
    target.current?.focus();
  }, [state, isWithin]);
  return target;
}

/** On a screen that is touched, a field would hide what was changed behind a keyboard. */
const bringsUpKeyboard = (target: HTMLElement | null) =>
  target instanceof HTMLInputElement && matchMedia("(pointer: coarse)").matches;
