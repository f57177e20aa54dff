import { readSubject, type SubjectKind } from "@/lib/events/events";

/** The page of what an event is about, within its environment. */
export function subjectPath(subject: string): string {
  const { kind, id } = readSubject(subject);
  return PATHS[kind](encodeURIComponent(id));
}

const PATHS: Record<SubjectKind, (id: string) => string> = {
  order: (id) => `/transactions/${id}`,
  batch: (id) => `/batches/${id}`,
  payee: (id) => `/payees/${id}`,
  payee_import: (id) => `/payees/imports/${id}`,
  proposal: (id) => `/approvals?item=${id}`,
  player: (id) => `/players/${id}`,
  day: (id) => `/daily-close/${id}`,
  balance: () => "/balances",
  callbacks: () => "/activity",
  service: () => "/api-status",
  webhook: () => "/settings/webhooks",
  ledger_source: () => "/settings/ledger-source",
  digest: () => "",
};
