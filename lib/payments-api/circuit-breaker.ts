import { type Failure, isAboutId, isNotFound } from "./failure";

/**
 * Whether an environment of the service is polled at present. When it does not answer as it should, polling
 * stops: the circuit opens for a while, then one check tries whether it is back, and only that one.
 */
export type Circuit = {
  /** Failures in a row. */
  failures: number;
  /** How often it has opened since it was last well; the pause grows with it. */
  trips: number;
  /** Until when the circuit is open; null while it is closed. */
  openUntil: Date | null;
};

export const CLOSED: Circuit = { failures: 0, trips: 0, openUntil: null };

/** `overloaded`: it says itself that it is asked too much. `down`: nothing that we could use came back. */
export type Health = "up" | "overloaded" | "down";

/** Consecutive failures that open the circuit. */
const PATIENCE = 5;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** The longest `Retry-After` that is followed; one header must not stop polling for hours. */
const LONGEST_WISH_MS = 15 * 60_000;

/** "Not found" is an answer, as is "no id at all", which a forged callback can bring about. A refusal of our key, address or signature is none that another look could better. */
export function healthOf(failure: Failure | null): Health {
  if (failure === null || isNotFound(failure) || isAboutId(failure)) return "up";
  return failure.kind === "unknown" && failure.status === 429 ? "overloaded" : "down";
}

/** Seconds as a `Retry-After` header gives them, in ms; null where it gives none, or a date. */
export const wishedMs = (retryAfter: string | undefined): number | null =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;

type Heard = {
  now: Date;
  /** The one check that tries whether the service is back. */
  isProbe: boolean;
  wishMs: number | null;
  /** 0 to 1, so that instances and environments do not come back in step. */
  spread: number;
};

/** What an answer, or the lack of one, does to the circuit. */
export function afterAnswer(held: Circuit, health: Health, { now, isProbe, wishMs, spread }: Heard): Circuit {
  if (health === "up") return CLOSED;
  const failures = held.failures + 1;
  // Checks that were in flight when it opened add no information when they fail, too.
  if (!isProbe && held.openUntil !== null && held.openUntil > now) return { ...held, failures };
  if (!isProbe && health === "down" && failures < PATIENCE) return { ...held, failures };

  const grown = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(held.trips, 16), LONGEST_PAUSE_MS) * (0.8 + 0.4 * spread);
  const pause = Math.max(grown, Math.min(wishMs ?? 0, LONGEST_WISH_MS));
  return { failures, trips: held.trips + 1, openUntil: new Date(now.getTime() + Math.round(pause)) };
}
