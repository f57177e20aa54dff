import type { Source } from "@/lib/transactions/status/status";
import type { Outcome, Submission } from "@/lib/transactions/submission/submission";
import type { Database } from "./database";

/** What the console holds of one withdrawal, and why: everything that an invariant may ask for. */
export type Fact = {
  id: string;
  referenceId: string;
  submission: Submission;
  status: string | null;
  statusSource: Source | null;
  conflict: boolean;
  replaces: string | null;
  callbackToken: string;
  nextPollAt: string | null;
  digest: string;
  requestedBy: string;
  approversNeeded: number;
  formId: string | null;
  approvals: { by: string; decision: string; digest: string }[];
  attempts: { body: string; claimedAt: string; outcome: Outcome | null }[];
  reports: { source: Source; status: string; verdict: string }[];
  /** The lines of the audit log about it. */
  audit: string[];
};

const many = (what: string, from: string) => `(select coalesce(json_agg(${what}), '[]') from ${from})`;

const FACTS = `
  select t.id, t.reference_id as "referenceId", t.submission, t.status, t.status_source as "statusSource",
    t.discrepancy_at is not null as conflict, t.replaces, t.callback_token as "callbackToken",
    t.next_poll_at::text as "nextPollAt",
    w.digest, w.requested_by as "requestedBy", w.approvers_needed as "approversNeeded", w.form_id as "formId",
    ${many("json_build_object('by', a.by, 'decision', a.decision, 'digest', a.digest)", "approvals a where a.transaction_row = t.id")} as approvals,
    ${many("json_build_object('body', a.body, 'claimedAt', a.claimed_at, 'outcome', a.outcome)", "attempts a where a.transaction_row = t.id")} as attempts,
    ${many("json_build_object('source', r.source, 'status', r.status, 'verdict', r.verdict)", "reports r where r.transaction_row = t.id")} as reports,
    ${many("e.action", "audit_events e where e.subject = t.reference_id")} as audit
  from transactions t join withdrawals w on w.transaction_row = t.id
  order by t.created_at, t.reference_id`;

/** In one look, between two steps, so that they belong together. */
export async function factsIn(database: Database): Promise<Fact[]> {
  const { rows } = await database.read(FACTS);
  return rows;
}
