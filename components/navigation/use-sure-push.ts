"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/** The router's own navigation takes some 100 ms, and on a slow line two seconds. */
const ROUTER_MAY_TAKE_MS = 8_000;

/**
 * Goes to a page after something was sent. A navigation of the router waits for all that is still being drawn; a page
 * that draws without an end would keep it waiting. A user who has just paid must not be left with a button that never
 * returns, so the browser then loads the page itself. `replace`: the page left is no step of the way back.
 */
export function useSurePush(method: "push" | "replace" = "push") {
  const router = useRouter();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => {
    if (leavingTo === null) return;
    const timer = setTimeout(
      () => (method === "push" ? location.assign(leavingTo) : location.replace(leavingTo)),
      ROUTER_MAY_TAKE_MS,
    );
    return () => clearTimeout(timer);
  }, [leavingTo, method]);
  return <Path extends string>(path: Route<Path>) => {
    // The answer may come after its page was left.
    if (!isHere.current) return;
    if (method === "push") router.push(path);
    else router.replace(path);
    setLeavingTo(path);
  };
}
