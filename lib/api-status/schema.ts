import type { Refusal } from "@/lib/callbacks/delivery";
import type { Signing } from "@/lib/callbacks/signature-policy";
import type { Failure } from "@/lib/payments-api/failure";
import type { AnnouncedView, StrangeFact, Verdicts } from "./state";

/** What the answer to one harmless question says of the connection. Times are ISO 8601. */
export type ApiCheck = {
  at: string;
  verdicts: Verdicts;
  /** Null where the service answered as it should. */
  failure: Failure | null;
  /** How far our clock is ahead of the service's; null where it did not say what time it has. */
  driftSeconds: number | null;
  /** Until when automatic status checks are paused, as the service did not answer; null while all is well. */
  pausedUntil: string | null;
  tookMs: number;
};

/** A Tokyo day, as `2026-11-21`, and what came in on it. */
export type CallbackDay = { day: string; arrived: number; signed: number; refused: number };

/** What is known of the connection without asking. */
export type ConnectionView = {
  lastCallbackAt: string | null;
  lastRefused: { at: string; refusal: Refusal } | null;
  signing: Signing;
  /** Calls with an unknown token in the last day. */
  unknownTokenCalls: number;
  announced: AnnouncedView[];
  strange: StrangeFact[];
  /** The last fourteen, today first. */
  days: CallbackDay[];
};
