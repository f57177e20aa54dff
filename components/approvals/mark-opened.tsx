"use client";

import { useEffect, useRef } from "react";
import type { Environment } from "@/lib/environment";
import { markOpenedAction } from "@/lib/notifications/actions";

type Props = { environment: Environment } & Parameters<typeof markOpenedAction>[1];

/** Tells the server that what waits is in sight, so that it is not escalated. A part that is not displayed is not. */
export function MarkOpened({ environment, kind, id }: Props) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const around = mark.current?.parentElement;
    if (!around) return;
    // On a phone it is displayed once it is chosen from the list, which is another size.
    const observer = new ResizeObserver(() => {
      if (!around.checkVisibility()) return;
      observer.disconnect();
      // Without an answer the approval is announced once more than needed.
      markOpenedAction(environment, { kind, id }).catch(() => {});
    });
    observer.observe(around);
    return () => observer.disconnect();
  }, [environment, kind, id]);
  return <span ref={mark} hidden />;
}
