"use client";

import { useEffect, useState } from "react";

/** A value that has stood still for 300 ms, so that not every key is a question to the server. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 300);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
