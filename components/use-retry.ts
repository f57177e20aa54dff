import { useEffect } from "react";

const EVERY_MS = 5_000;

/** Tries a page that could not be shown again and again: whoever looks at it has nothing else to do. */
export function useRetry(error: unknown, retry: () => void) {
  useEffect(() => {
    console.error(error);
    const timer = setInterval(retry, EVERY_MS);
    return () => clearInterval(timer);
  }, [error, retry]);
}
