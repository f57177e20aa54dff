/** A larger drift is shown: signatures expire by the service's clock, not by ours. */
const DRIFT_WARNING_S = 30;

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The service's own clock, from the `Date` header of an answer (RFC 9110, IMF-fixdate, whole seconds). */
export function serviceTimeFrom(header: string | undefined): Date | null {
  if (header === undefined || !HTTP_DATE.test(header)) return null;
  const time = new Date(header);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** How many seconds our clock is ahead of the service's; negative where it is behind. */
export const driftSeconds = (serviceTime: Date, ours: Date) => (ours.getTime() - serviceTime.getTime()) / 1000;

export const isDrifting = (seconds: number) => Math.abs(seconds) > DRIFT_WARNING_S;

/** "timestamp … must be within 5 minutes of server time" (merchant-payments-api.md, "Authentication"). */
const TOLERANCE_MS = 300_000;

/**
 * A response dated long before its request was signed does not belong to it: the service could not have accepted the
 * request then. A replayed response has such a date.
 */
export const isOutdated = (serviceTime: Date | null, signedAt: Date) =>
  serviceTime !== null && signedAt.getTime() - serviceTime.getTime() > TOLERANCE_MS;
