"use client";

import { OpenFreezes } from "@/components/freezes/open-freezes";
import { type TodayFigures, useToday } from "./use-today";

/** Open freezes: of the environment, or of single users. */
export function PayoutsFrozen({ mayResume, ...figures }: TodayFigures & { mayResume: boolean }) {
  const { freezes } = useToday(figures);
  return <OpenFreezes environment={figures.environment} freezes={freezes} mayResume={mayResume} hasLink />;
}
