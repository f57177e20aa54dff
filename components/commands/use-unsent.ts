"use client";

import { useEffect, useRef } from "react";
import type { SendFailure } from "@/components/forms/send-in-time";

type Command = { isPending: boolean; isLeaving: boolean; failure: SendFailure | null; reset: () => void };

/**
 * Whether a form is over and what stands in it was not recorded: another user was first. After a press without an answer
 * it may have been this one.
 */
export function useUnsent(isOver: boolean, { isPending, isLeaving, failure, reset }: Command): boolean {
  const wasOver = useRef(isOver);
  // What came of an earlier press is not true of a form that can be sent again.
  useEffect(() => {
    if (wasOver.current && !isOver && !isPending) reset();
    wasOver.current = isOver;
  }, [isOver, isPending, reset]);
  return isOver && !isLeaving && failure !== "unknown";
}
