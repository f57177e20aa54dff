"use client";

import { OpenFreezes } from "@/components/freezes/open-freezes";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** Open freezes: of the environment, or of single users. */
export function FrozenPayouts({ mayResume, ...figures }: DashboardFigures & { mayResume: boolean }) {
  const { freezes } = useDashboard(figures);
  return <OpenFreezes environment={figures.environment} freezes={freezes} mayResume={mayResume} hasLink />;
}
