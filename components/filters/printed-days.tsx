"use client";

import { useLocale } from "next-intl";
import { formatDays } from "@/lib/time";
import type { Days } from "./whole-day";

/** On paper, in place of the boxes: the days that the figures are of. */
export function PrintedDays({ days }: { days: Days }) {
  return <p className="mb-4 hidden text-sm print:block">{formatDays(days, useLocale())}</p>;
}
