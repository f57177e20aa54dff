import "server-only";
import { checkHeadsFile } from "@/lib/audit/head-targets";
import { requestHeadExport } from "@/lib/audit/heads";
import { activeDemoUsers } from "@/lib/auth/users";
import { notifyRemaining } from "@/lib/callbacks/notify";
import { db, pool, sessionPool, urgentPool } from "@/lib/db/connection";
import { checkDirectDatabase } from "@/lib/db/direct-database";
import { checkStateFile } from "@/lib/db/instance-state";
import { hasSchema, waitForSchema } from "@/lib/db/schema-age";
import { databaseProblem } from "@/lib/db/start-problem";
import { env, SettingsError, settingsWarnings } from "@/lib/env";
import { watchActionCalls } from "@/lib/http/action-call";
import { stopGracefully, watchServers } from "@/lib/http/graceful-stop";
import { watchConnections } from "@/lib/http/remote-address";
import { guardEdges } from "@/lib/http/security-headers";
import { watchRequests } from "@/lib/http/watch-requests";
import { describeError, log, logFrameworkErrors } from "@/lib/log";
import { isStopping } from "@/lib/shutdown";
import { giveBackIdleMemory } from "@/lib/telemetry/idle-memory";
import { startTracing } from "@/lib/telemetry/trace-export";
import { startLinker, stopLinker } from "./linker";

/** Production must not share its people with a demo: their passwords were printed, and are kept in a file. */
async function refuseDemoUsers(): Promise<void> {
  if (!env().connections.production) return;
  const demo = await activeDemoUsers(db());
  if (demo.length === 0) return;
  throw new SettingsError([
    `DATABASE_URL: users of the demo can still sign in (${demo.join(", ")}). Use a database without the demo for production; or create an admin of your own with npm run user:create, start without PAYMENTS_PRODUCTION_*, and disable those people under Settings, Team`,
  ]);
}

/** Loaded where jobs run alone: it imports every use case that a job calls. */
let runner: typeof import("./runner") | null = null;

/**
 * Starts the job runner in this process, once its database and its settings are known to be in order. It waits while the
 * database lacks a migration of this version.
 */
export async function startJobs(): Promise<void> {
  const { auditHeads, directDatabaseUrl, stateFile } = env();
  if (!(await waitForSchema(pool(), isStopping))) return;
  if (directDatabaseUrl !== null) {
    await checkDirectDatabase(pool(), sessionPool()).catch((error: unknown) => {
      throw databaseProblem(error, directDatabaseUrl, "DIRECT_DATABASE_URL") ?? error;
    });
  }
  await refuseDemoUsers();
  if (auditHeads.file !== null) await checkHeadsFile(auditHeads.file);
  if (stateFile !== null) checkStateFile(stateFile);
  const { checkDatabaseAtStart } = await import("./tasks");
  runner = await import("./runner");
  await checkDatabaseAtStart();
  startLinker();
  await runner.startRunner();
  await requestHeadExport(db());
}

/** Takes no further job, waits for those that run, and links what they have recorded. */
export async function stopJobs(): Promise<void> {
  await runner?.stopRunner();
  await stopLinker();
}

/** Problems of the settings are plain lines for the person who starts this. */
export function tellStartProblem(error: unknown): void {
  const problem = error instanceof SettingsError ? error : databaseProblem(error, env().databaseUrl);
  process.stderr.write(`${problem?.message ?? describeError(error).stack}\n`);
}

/** Checks the settings and watches who connects, then starts the job runner unless this instance serves the web only. */
export async function startServer(): Promise<void> {
  try {
    const { jobs, development, connections, secondFactorInProduction } = env();
    for (const warning of settingsWarnings()) log.warn(`settings: ${warning}`);
    startTracing("console");
    if (!development) logFrameworkErrors();
    if (connections.production && secondFactorInProduction === "optional") {
      log.warn("production: SECOND_FACTOR_IN_PRODUCTION=optional lets people move money without a second factor");
    }
    guardEdges();
    watchConnections();
    watchRequests();
    if (!development) {
      giveBackIdleMemory();
      watchActionCalls();
      watchServers();
      stopGracefully({ stopJobs, sayRest: () => notifyRemaining(urgentPool()) });
    }
    const start = jobs ? startJobs : refuseDemoUsers;
    // Next answers nothing before this resolves, and a process that waits for a migration is alive.
    if (await hasSchema(pool())) await start();
    else void waitForSchema(pool(), isStopping).then(start).catch(endAfterProblem);
  } catch (error) {
    endAfterProblem(error);
  }
}

function endAfterProblem(error: unknown): never {
  tellStartProblem(error);
  process.exit(1);
}
