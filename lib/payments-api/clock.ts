/** A larger drift is shown, as signatures expire by the service's clock. */
const DRIFT_WARNING_S = 30;

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The service's clock, from the `Date` header (RFC 9110, IMF-fixdate, whole seconds). */
export function serviceTimeFrom(header: string | undefined): Date | null {
  if (header === undefined || !HTTP_DATE.test(header)) return null;
  const time = new Date(header);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Seconds by which our clock is ahead of the service's; negative if behind. */
export const driftSeconds = (serviceTime: Date, ours: Date) => (ours.getTime() - serviceTime.getTime()) / 1000;

export const isDrifting = (seconds: number) => Math.abs(seconds) > DRIFT_WARNING_S;

/** "timestamp … must be within 5 minutes of server time" (merchant-payments-api.md, "Authentication"). */
const TOLERANCE_MS = 300_000;

/**
 * An answer dated long before its request was signed is a replay: the service could not have accepted the request then.
 */
export const isOutdated = (serviceTime: Date | null, signedAt: Date) =>
  serviceTime !== null && signedAt.getTime() - serviceTime.getTime() > TOLERANCE_MS;
