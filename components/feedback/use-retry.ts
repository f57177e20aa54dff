import { useEffect } from "react";

const EVERY_MS = 5_000;

/** Retries a page that failed to load, for as long as it is shown. */
export function useRetry(error: unknown, retry: () => void) {
  useEffect(() => {
    console.error(error);
    const timer = setInterval(retry, EVERY_MS);
    return () => clearInterval(timer);
  }, [error, retry]);
}
