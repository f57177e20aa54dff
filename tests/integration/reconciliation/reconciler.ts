import { openPool } from "@/lib/db/connection";
import { runReconciliation } from "@/lib/reconciliation/run";
import { processContext } from "../../faults/process-context";

/** Passed as JSON in the only argument. */
export type ReconcilerTask = {
  databaseUrl: string;
  service: { baseUrl: string; apiKey: string; secretKey: string };
  runId: string;
};

// A worker as far as one reconciliation goes, in a process that may be killed.
const { databaseUrl, service, runId }: ReconcilerTask = JSON.parse(process.argv[2] ?? "");
const pool = openPool(databaseUrl, () => undefined);
const now = () => new Date();
const ctx = processContext({ name: "reconciler", pool, service, now, monotonicMs: () => performance.now() });
await runReconciliation(ctx, { runId });
await pool.end();
