import { type Failure, isAboutChannel, isAboutId, isNotFound } from "./failure";

/**
 * Whether an environment of the service is polled. After failures the circuit opens and polling stops for a while; then
 * a single probe tests the service.
 */
export type Circuit = {
  /** Failures in a row. */
  failures: number;
  /** Openings since the last success; the pause grows with each. */
  trips: number;
  /** Open until this time; null: closed. */
  openUntil: Date | null;
};

export const CLOSED: Circuit = { failures: 0, trips: 0, openUntil: null };

/** `overloaded`: the service asks for fewer requests. `down`: no usable answer. */
export type Health = "up" | "overloaded" | "down";

/** Consecutive failures that open the circuit. */
const PATIENCE = 5;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Maximum `Retry-After` to follow: one header must not stop polling for hours. */
const LONGEST_WISH_MS = 15 * 60_000;

/**
 * "Not found" is an answer, as is "no such id", which a forged callback can cause, and a KYC channel that is not set
 * or not enabled, which says nothing of orders. After a refused key, address or signature, a retry is useless.
 */
export function healthOf(failure: Failure | null): Health {
  if (failure === null || isNotFound(failure) || isAboutId(failure) || isAboutChannel(failure)) return "up";
  return failure.kind === "unknown" && failure.status === 429 ? "overloaded" : "down";
}

/** The seconds of a `Retry-After` header in ms; null without one, or for a date. */
export const wishedMs = (retryAfter: string | undefined): number | null =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;

type Heard = {
  now: Date;
  /** The probe that tests the service. */
  isProbe: boolean;
  wishMs: number | null;
  /** 0 to 1, so that instances and environments do not retry in step. */
  spread: number;
};

/** The circuit after an answer or a failure. */
export function afterAnswer(held: Circuit, health: Health, { now, isProbe, wishMs, spread }: Heard): Circuit {
  if (health === "up") return CLOSED;
  const failures = held.failures + 1;
  // Failures of calls that were running when it opened add no information.
  if (!isProbe && held.openUntil !== null && held.openUntil > now) return { ...held, failures };
  if (!isProbe && health === "down" && failures < PATIENCE) return { ...held, failures };

  const grown = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(held.trips, 16), LONGEST_PAUSE_MS) * (0.8 + 0.4 * spread);
  const pause = Math.max(grown, Math.min(wishMs ?? 0, LONGEST_WISH_MS));
  return { failures, trips: held.trips + 1, openUntil: new Date(now.getTime() + Math.round(pause)) };
}
