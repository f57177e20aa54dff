import "server-only";
import { Gauge, Registry } from "prom-client";
import type { HeadExports } from "@/lib/audit/heads";
import type { UnlinkedLines } from "@/lib/audit/link";
import type { Environment } from "@/lib/environment";
import { telemetry } from "@/lib/telemetry/counters";
import type { EnvironmentFigures, JobFigures } from "./queries";

type Figures = {
  environments: Map<Environment, EnvironmentFigures>;
  jobs: JobFigures[];
  heads: HeadExports;
  unlinked: UnlinkedLines;
};

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * The metrics in Prometheus' text format. Labels have few values and contain no personal data. Null: the database did
 * not respond.
 *
 * @unguarded formats the figures it is given
 */
export async function metricsText(figures: Figures | null): Promise<string> {
  const register = new Registry();
  const gauge = (name: string, help: string, labels: string[] = []) =>
    new Gauge({ name: `choba_${name}`, help, labelNames: labels, registers: [register] });

  gauge("database_answers", "1 if the database answered this request").set(figures ? 1 : 0);
  if (figures) {
    tellEnvironments(figures.environments, gauge);
    tellJobs(figures.jobs, gauge);
    tellHeads(figures.heads, gauge);
    tellUnlinked(figures.unlinked, gauge);
  }
  return [await register.metrics(), await processMetrics()].join("\n");
}

/**
 * What this process has counted, with its memory and its event loop.
 *
 * @unguarded formats what it counted itself
 */
export const processMetrics = (): Promise<string> => telemetry().registry.metrics();

type MakeGauge = (name: string, help: string, labels?: string[]) => Gauge;

function tellEnvironments(environments: Map<Environment, EnvironmentFigures>, gauge: MakeGauge): void {
  const HERE = ["environment"];
  const unknown = gauge("withdrawals_unknown", "Withdrawals with an unknown outcome", HERE);
  const oldest = gauge("withdrawals_unknown_oldest_seconds", "Age of the oldest of them; 0 if none", HERE);
  const unsent = gauge("withdrawals_approved_unsent", "Withdrawals that may be sent and were not yet", HERE);
  const oldestUnsent = gauge("withdrawals_approved_unsent_oldest_seconds", "Since the oldest of them changed", HERE);
  const discrepancies = gauge("discrepancies_open", "Orders with an unresolved discrepancy", HERE);
  const refused = gauge("deliveries_refused_last_hour", "Callbacks that were kept and refused", [...HERE, "cause"]);
  const unprocessed = gauge("deliveries_unprocessed", "Callbacks that were acknowledged and not processed yet", HERE);
  const answer = gauge("service_last_answer_seconds", "Since the service last returned balances", HERE);
  const outage = gauge(
    "service_outage_seconds",
    "Since its last response while the circuit is open; 0 otherwise",
    HERE,
  );
  for (const [environment, of] of environments) {
    unknown.set({ environment }, of.unknownWithdrawals);
    oldest.set({ environment }, of.oldestUnknownSeconds);
    unsent.set({ environment }, of.unsentWithdrawals);
    oldestUnsent.set({ environment }, of.oldestUnsentSeconds);
    discrepancies.set({ environment }, of.openDiscrepancies);
    for (const { cause, count } of of.refusedDeliveries) refused.set({ environment, cause }, count);
    unprocessed.set({ environment }, of.unprocessedDeliveries);
    if (of.sinceLastAnswerSeconds !== null) answer.set({ environment }, of.sinceLastAnswerSeconds);
    outage.set({ environment }, of.outageSeconds);
  }
}

function tellJobs(jobs: JobFigures[], gauge: MakeGauge): void {
  const waiting = gauge("jobs_waiting", "Jobs that are due and not running", ["task"]);
  const oldest = gauge("jobs_waiting_oldest_seconds", "How long the oldest of them has been due", ["task"]);
  const givenUp = gauge("jobs_given_up", "Jobs that failed too often and are not retried", ["task"]);
  for (const { task, ...of } of jobs) {
    waiting.set({ task }, of.waiting);
    oldest.set({ task }, of.oldestSeconds);
    givenUp.set({ task }, of.givenUp);
  }
}

function tellHeads({ targets, heads }: HeadExports, gauge: MakeGauge): void {
  const exported = gauge("audit_heads_exported_timestamp_seconds", "Last export of chain heads; 0: never", ["target"]);
  const position = gauge("audit_head_exported_position", "Position of the chain head last exported", ["chain"]);
  for (const { target, at } of targets) exported.set({ target }, at === null ? 0 : at.getTime() / 1000);
  for (const { chain, position: last } of heads) position.set({ chain }, last);
}

function tellUnlinked({ count, oldestSeconds }: UnlinkedLines, gauge: MakeGauge): void {
  gauge("audit_lines_unlinked", "Audit lines that are not linked to their chain yet").set(count);
  gauge("audit_lines_unlinked_oldest_seconds", "Age of the oldest of them; 0 if none").set(oldestSeconds);
}
