/** A state that lasts until it is handled. Its notification is withdrawn where that happens before it was sent. */
export const STATE_EVENTS = [
  "approval_waiting",
  "approval_expiring",
  "approval_unseen",
  "outcome_unknown",
  "discrepancy",
  "forged_callbacks",
  "batch_paused",
  "batch_attention",
  "service_unreachable",
  "day_not_closed",
  "low_balance",
  "webhook_disabled",
  "ledger_source_failed",
] as const;
export type StateEvent = (typeof STATE_EVENTS)[number];

/** Something that happened once. */
const FACTS = ["batch_completed", "payee_changed", "kyc_failed", "daily_digest"] as const;

export const NOTIFICATION_EVENTS = [...STATE_EVENTS, ...FACTS] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

export const isStateEvent = (event: NotificationEvent): event is StateEvent =>
  STATE_EVENTS.some((state) => state === event);

/** What an event is about. A subject is its kind and its ID, `order:WD-1`; a fact adds what makes it unique. */
export const SUBJECT_KINDS = [
  "order",
  "batch",
  "payee",
  "payee_import",
  "proposal",
  "player",
  "day",
  "balance",
  "callbacks",
  "service",
  "webhook",
  "ledger_source",
  "digest",
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export type Announcement = { event: NotificationEvent; subject: string };

export const subjectOf = (kind: SubjectKind, id: string, fact?: string | number): string =>
  [kind, encodeURIComponent(id), ...(fact === undefined ? [] : [fact])].join(":");

export function readSubject(subject: string): { kind: SubjectKind; id: string } {
  const [kind, id = ""] = subject.split(":");
  const known = SUBJECT_KINDS.find((one) => one === kind);
  if (!known) throw new Error(`not a subject: ${subject}`);
  return { kind: known, id: decodeURIComponent(id) };
}
