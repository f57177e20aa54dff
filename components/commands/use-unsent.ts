"use client";

import { useEffect, useRef, useState } from "react";
import type { SendFailure } from "@/components/forms/send-in-time";

type Command = { isPending: boolean; isLeaving: boolean; failure: SendFailure | null; reset: () => void };

export type UnsentWhy = "not_recorded" | "unknown";

/**
 * Whether a form is over and what stands in it was not recorded: another user was first. After a press without an answer
 * it may have been this one, also after one on an earlier visit (`wasSent`).
 */
export function useUnsent(isOver: boolean, command: Command, wasSent = false): UnsentWhy | null {
  const { isPending, isLeaving, failure, reset } = command;
  const wasOver = useRef(isOver);
  // A second press may be refused because the first one was recorded.
  const [isUnanswered, setUnanswered] = useState(false);
  if (failure === "unknown" && !isUnanswered) setUnanswered(true);
  // What came of an earlier press is not true of a form that can be sent again.
  useEffect(() => {
    if (wasOver.current && !isOver && !isPending) {
      reset();
      setUnanswered(false);
    }
    wasOver.current = isOver;
  }, [isOver, isPending, reset]);
  if (!isOver || isLeaving) return null;
  return isUnanswered || wasSent ? "unknown" : "not_recorded";
}
