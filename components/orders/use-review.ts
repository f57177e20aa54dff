import { useEffect, useRef, useState } from "react";
import { randomHex } from "@/components/forms/random-id";

type Entry<Typed, Reviewed> = { id: string; typed: Typed; reviewed: Reviewed };

/**
 * What is reviewed, as an entry of the browser's history: the browser's Back returns to the form. Forward then shows the
 * review again if the form is as it was. The entry's ID is in its state: after a reload no entry belongs to a review.
 */
export function useReview<Typed extends Record<string, string>, Reviewed>(typed: Typed) {
  const [entry, setEntry] = useState<Entry<Typed, Reviewed> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isSending = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  // Read from the browser and not from the router, which would change the form within a transition.
  useEffect(() => {
    function onPopState({ state }: PopStateEvent) {
      // A link to a place in the page has no state, and leaves the review open.
      if (state === null) return;
      // The review shows the outcome of what is being sent, so Back does not leave it.
      if (isSending.current) {
        if (state.review === undefined) window.history.forward();
        return;
      }
      const isUnchanged = entry !== null && Object.keys(typed).every((name) => typed[name] === entry.typed[name]);
      setIsOpen(isUnchanged && state.review === entry.id);
    }
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, [entry, typed]);

  return {
    reviewed: isOpen && entry ? entry.reviewed : null,
    open(reviewed: Reviewed) {
      // Its form was left while it was being read: the entry would be one of another page.
      if (!isShown.current) return;
      const id = randomHex();
      window.history.pushState({ review: id }, "");
      setEntry({ id, typed, reviewed });
      setIsOpen(true);
    },
    onSending(isNow: boolean) {
      isSending.current = isNow;
    },
    close() {
      // A link to a place in the page may lie between: the step back then stays in the review's entry.
      setEntry(null);
      window.history.back();
    },
  };
}
