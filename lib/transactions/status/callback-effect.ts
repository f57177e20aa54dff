import type { Effect } from "@/lib/callbacks/delivery";
import type { Verdict } from "./status-report";

/** What a callback did, by the verdict on what it reports. `known`: we hold the same as the last word. */
export function effectOf(verdict: Verdict, known: boolean): Effect {
  switch (verdict) {
    case "mismatch":
      return "mismatch";
    case "hint":
      return known ? "repeat" : "asked";
    case "same":
      return "repeat";
    case "moved":
      return "applied";
    case "conflict":
      return "contested";
  }
}
