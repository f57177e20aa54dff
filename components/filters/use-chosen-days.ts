"use client";

import { useState } from "react";
import type { Days } from "./whole-day";

/**
 * The days that were chosen last, until the page of them is there: a link or file that is pressed before is of these.
 * They begin again with other `days`, or where the rest of the `address` is another one.
 */
export function useChosenDays(days: Days, address: string) {
  const shown = `${address} ${days.from} ${days.to}`;
  const [chosen, setChosen] = useState(days);
  const [before, setBefore] = useState(shown);
  if (shown !== before) {
    setBefore(shown);
    setChosen(days);
  }
  return [chosen, setChosen] as const;
}
