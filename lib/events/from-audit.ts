import type { AuditAction } from "@/lib/audit/audit-actions";
import { type Announcement, subjectOf } from "./events";

type Line = { action: AuditAction; subject: string; detail?: Record<string, unknown> };

/** The event that an audited change is for the outside, or null: so its notification is in the change's transaction. */
export function eventOf({ action, subject, detail = {} }: Line): Announcement | null {
  switch (action) {
    case "batch.requested":
      return { event: "approval_waiting", subject: subjectOf("batch", subject) };
    case "payees.imported":
      return { event: "approval_waiting", subject: subjectOf("payee_import", subject) };
    case "discrepancy.recorded":
      return { event: "discrepancy", subject: subjectOf("order", subject) };
    case "batch.paused":
      return { event: "batch_paused", subject: subjectOf("batch", subject) };
    case "batch.sending_ended":
      return { event: "batch_completed", subject: subjectOf("batch", subject) };
    case "webhooks.endpoint_disabled":
      return { event: "webhook_disabled", subject: subjectOf("webhook", subject) };
    case "ledger_source.failed":
      return { event: "ledger_source_failed", subject: subjectOf("ledger_source", "") };
    case "payee.approved":
      return { event: "payee_changed", subject: subjectOf("payee", subject, String(detail.version)) };
    default:
      return null;
  }
}
