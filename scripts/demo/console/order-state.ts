import type { AuditAction } from "@/lib/audit/audit-actions";
import type { Actor } from "@/lib/auth/actor";
import { type Known, learned } from "@/lib/transactions/status/learned";
import { isPaid } from "@/lib/transactions/status/status";
import { applyReport, type Report, type ReportOutcome } from "@/lib/transactions/status/status-report";
import type { Submission } from "@/lib/transactions/submission/submission";
import type { DemoOrder } from "../order";
import type { Random } from "../random";
import { audit, type Recorder, type Records } from "./records";

type Row = Records["transactions"][number];

/** An order's row as it comes to be. */
export type State = Row & Known & { id: string; submission: Submission; updatedAt: Date; hintedPaid: boolean };

type Evidence = { exchangeId: string } | { deliveryId: string };
type Heard = { report: Report; evidence: Evidence; at: Date; actor: Actor; random: Random };

/** What a report makes of an order: decided by the functions that decide it in the console. */
export function believe(
  recorder: Recorder,
  state: State,
  { report, evidence, at, actor, random }: Heard,
): ReportOutcome {
  const { records } = recorder;
  const outcome = applyReport({ ...state, statusAt: state.statusAt ?? null, isIdOfAnother: false }, report);
  const { verdict, discrepancies, disagreements } = outcome;
  const { source, status } = report;
  const held = state.status;
  const times = { serviceCreatedAt: report.createdAt ?? null, serviceUpdatedAt: report.updatedAt ?? null };
  const id = random.uuid();
  records.reports.push({ id, transactionRow: state.id, at, source, status, verdict, ...times, ...evidence });
  if (verdict === "hint" && isPaid(status)) state.hintedPaid = true;
  if (verdict === "moved" || verdict === "same")
    Object.assign(state, learned(state, report, verdict, at), { updatedAt: at });
  if (discrepancies.length > 0) {
    records.discrepancies.push(
      ...discrepancies.map(({ kind, said }) => ({ transactionRow: state.id, at, kind, said })),
    );
    Object.assign(state, { discrepancyAt: at, discrepancyKind: discrepancies[0]?.kind, updatedAt: at });
  }
  if (verdict === "moved" || discrepancies.length > 0) {
    const action: AuditAction = discrepancies.length > 0 ? "discrepancy.recorded" : "transaction.status_changed";
    const detail = { held, reported: status, source, ...(discrepancies.length > 0 && { disagreements }) };
    audit(recorder, { at, actor, action, subject: state.referenceId, detail });
  }
  return outcome;
}

/** When it is to be asked about next, as the schedule of polls would have it. */
export function nextPollOf(order: DemoOrder, { submission, status }: State, random: Random, at: Date): Date | null {
  const within = (seconds: number) => new Date(at.getTime() + Math.round(random.between(2, seconds) * 1000));
  if (submission === "unknown") return within(12);
  const isWatched = status === "CANCELLED" || status === "RESOLVED" || submission === "rejected";
  const isRecent = at.getTime() - order.requestedAt.getTime() < 29 * 24 * 3_600_000;
  if (submission === "not_created" || (isWatched && isRecent)) return within(80_000);
  const isOpen = status !== null && !isWatched && status !== "COMPLETED" && status !== "FAILED";
  return submission === "accepted" && isOpen ? within(90) : null;
}
