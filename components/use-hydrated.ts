"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False until the page can react. A form that is sent earlier would leave by the browser's own way. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
