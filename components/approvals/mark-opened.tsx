"use client";

import { useEffect, useRef } from "react";
import type { Environment } from "@/lib/environment";
import { markOpenedAction } from "@/lib/notifications/actions";

type Props = { environment: Environment } & Parameters<typeof markOpenedAction>[1];

/** Tells the server that what waits is in sight, so that it is not escalated. A part that is not displayed is not. */
export function MarkOpened({ environment, kind, id }: Props) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (mark.current?.parentElement?.checkVisibility() === false) return;
    // Without an answer the approval is announced once more than needed.
    markOpenedAction(environment, { kind, id }).catch(() => {});
  }, [environment, kind, id]);
  return <span ref={mark} hidden />;
}
