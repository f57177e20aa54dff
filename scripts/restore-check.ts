import { existsSync, readFileSync } from "node:fs";
import { configuredEnvironments, contextFor } from "@/lib/auth/context";
import { pool } from "@/lib/db/connection";
import { readInstanceState } from "@/lib/db/instance-state";
import { env, SettingsError } from "@/lib/env";
import { compareWithService, type RestoreFinding } from "@/lib/freezes/restore-check";
import type { SentOrder } from "@/lib/freezes/schema";
import { describeError } from "@/lib/log";
import { optionsOf } from "./lib/options";

/**
 * npm run restore:check, with the settings of the console: asks the service about everything that is queued or in flight
 * in the database, and about the orders that were sent by the instance's state file (STATE_FILE) and by files with one
 * referenceId a line (`--ids FILE`, such as from the log lines "order: sending"). Changes nothing. Exit code 1: the
 * service knows more; 2: it did not answer, or it is not known what was sent since the backup.
 */
const values = optionsOf({ ids: { type: "string", multiple: true, default: [] } }, "[--ids FILE]…");

const wordsOf = (finding: RestoreFinding) =>
  finding.kind === "no_answer"
    ? "no answer from the service"
    : `${finding.kind.replaceAll("_", " ")}: ${finding.there} at the service`;

/** What the orders sent since the backup are missing from; null where there are names of them. */
function gapOf(stateFile: string | null, sent: SentOrder[]): string | null {
  if (stateFile !== null && !existsSync(stateFile)) return `STATE_FILE: ${stateFile} is not there`;
  if (sent.length > 0 || values.ids.length > 0) return null;
  // A process that starts without a file writes such a one.
  return stateFile === null ? "STATE_FILE is not set" : `STATE_FILE: ${stateFile} names no sent order`;
}

try {
  const { stateFile } = env();
  const sent = stateFile === null ? [] : readInstanceState(stateFile).sent;
  const gap = gapOf(stateFile, sent);
  if (gap !== null) {
    console.error(`${gap}: orders sent since the backup are not asked about`);
    process.exitCode = 2;
  }
  const named = values.ids.flatMap((file) => readFileSync(file, "utf8").split(/\s+/).filter(Boolean));
  for (const environment of configuredEnvironments()) {
    const ctx = contextFor({ kind: "job", id: "restore:check", name: "npm run restore:check" }, environment);
    if (!ctx) continue;
    const ofState = sent.filter((order) => order.environment === environment).map(({ referenceId }) => referenceId);
    const { asked, findings } = await compareWithService(ctx, { sent: [...new Set([...ofState, ...named])] });
    console.log(`${environment}: asked about ${asked} orders; ${findings.length} findings`);
    for (const finding of findings) {
      console.log(`  ${finding.referenceId}: ${wordsOf(finding)}, ${finding.here ?? "nothing"} here`);
      if (finding.kind === "no_answer") process.exitCode = 2;
      else process.exitCode ??= 1;
    }
  }
  await pool().end();
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : describeError(error).message);
  process.exit(2);
}
