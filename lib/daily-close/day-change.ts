import "server-only";
import type { DualControl } from "@/lib/auth/dual-control";
import type { DayChange } from "./schema";

/** Closing a day that does not add up by much, or reopening one. `subject` is the day. */
export const DAY_CHANGE: DualControl<DayChange> = {
  kind: "day",
  audit: (step, { subject, change: { change, reason, differences } }) => {
    switch (step) {
      case "proposed":
        return change === "close"
          ? { action: "day.close_proposed", subject, detail: { reason, differences } }
          : { action: "day.reopening_proposed", subject, detail: { reason } };
      case "applied":
        return null;
      case "dropped":
      case "expired":
        return { action: `day.change_${step}`, subject, detail: { change } };
    }
  },
};
