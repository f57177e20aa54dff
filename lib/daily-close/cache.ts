import type { Environment } from "@/lib/environment";
import { viewOptions } from "@/lib/view-options";
import type { DayStanding } from "./schema";

const ASKED_EVERY_MS = 5_000;

export const dayCache = {
  standing: (environment: Environment, day: string) =>
    viewOptions<DayStanding>(
      [environment, "daily-close", day, "standing"],
      `/api/${environment}/daily-close/${day}/standing`,
      { refetchInterval: ASKED_EVERY_MS },
    ),
};
