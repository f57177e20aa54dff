import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { version } from "@/package.json";

/** What this process counts from its start on. Labels have few values and contain no personal data. */
export type Telemetry = ReturnType<typeof create>;

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function create() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: "choba_build_info", help: "1, with the version", labelNames: ["version"], registers }).set(
    { version },
    1,
  );
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `choba_${name}_seconds`, help, labelNames, buckets: SECONDS, registers });
  return {
    registry,
    requests: histogram("requests", "Requests that were answered, by kind and class of status", ["kind", "status"]),
    serviceCalls: histogram("service_calls", "Calls of the Payments API by what became of them", [
      "endpoint",
      "outcome",
    ]),
    jobs: histogram("jobs", "Jobs that were done or failed", ["task", "outcome"]),
    callbacks: new Counter({
      name: "choba_callbacks_total",
      help: "Callbacks by the status that they were answered with; 503: not kept",
      labelNames: ["environment", "status"],
      registers,
    }),
    pool: new Gauge({
      name: "choba_database_connections",
      help: "Connections of this process to the database; waiting: requests for one",
      labelNames: ["pool", "state"],
      registers,
    }),
  };
}

// One a process: Next loads server modules more than once.
const kept = globalThis as { chobaTelemetry?: Telemetry };

export function telemetry(): Telemetry {
  kept.chobaTelemetry ??= create();
  return kept.chobaTelemetry;
}
