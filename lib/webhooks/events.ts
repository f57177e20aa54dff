/** What an endpoint can be sent. The triggers that write them are in drizzle/migrations. */
export const WEBHOOK_EVENTS = ["order.created", "order.updated", "player.updated"] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_STATES = ["waiting", "delivered", "failed"] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

/**
 * After the first try. They grow to six hours, and the last one comes more than three days after the first: by then an
 * endpoint that has only failed is switched off, and nothing of it is given up.
 */
const RETRY_MS = [
  ...[5, 30, 120, 600, 1_800].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 4, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6].map((hours) => hours * HOUR_MS),
];

/** When it is tried again after so many tries; null where it is given up. */
export function nextWebhookTry(now: Date, tries: number): Date | null {
  const wait = RETRY_MS[tries - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** So many failures in a row stop the tries to an endpoint for a while, however many events wait for it. */
export const FAILURES_IN_A_ROW = 10;
const PAUSE_MAX_MS = 10 * 60 * SECOND_MS;

export const endpointPause = (now: Date, failures: number): Date =>
  new Date(now.getTime() + Math.min(5 * SECOND_MS * 2 ** Math.min(failures - FAILURES_IN_A_ROW, 10), PAUSE_MAX_MS));

/** An endpoint that has only failed for so long is switched off. */
export const SWITCHED_OFF_AFTER_MS = 72 * HOUR_MS;

/** Former secrets sign beside the new one for so long after it was made. */
export const FORMER_SECRET_MS = 24 * HOUR_MS;

/** So many of them at most, as all stand in one header. */
export const FORMER_SECRETS_MAX = 10;
