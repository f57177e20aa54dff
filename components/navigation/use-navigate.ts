"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";

type Options = { scroll?: boolean };

/**
 * The router's ways to another page, for what is pressed and is no link. Without a network they lead nowhere: the browser
 * would show its own error page, and what was typed would be lost. Links are kept by `Offline`.
 */
export function useNavigate() {
  const router = useRouter();
  return {
    push: <Path extends string>(path: Route<Path>) => {
      if (navigator.onLine) router.push(path);
    },
    replace: <Path extends string>(path: Route<Path>, options?: Options) => {
      if (navigator.onLine) router.replace(path, options);
    },
  };
}
