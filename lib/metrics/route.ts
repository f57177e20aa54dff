import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { getHeadExports } from "@/lib/audit/heads";
import { countUnlinked } from "@/lib/audit/link";
import { configuredEnvironments, contextFor } from "@/lib/auth/context";
import { pool, urgentPool } from "@/lib/db/connection";
import { env } from "@/lib/env";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";
import { telemetry } from "@/lib/telemetry/counters";
import { METRICS_TYPE, metricsText, processMetrics } from "./prometheus";
import { countForMetrics, countJobs } from "./queries";

type Answer = { status: number; text: string; headers: Record<string, string> };

/** For monitoring with METRICS_TOKEN. Without a token the route responds 404. */
export async function answerMetrics(request: Request): Promise<Response> {
  const { text, ...head } = await metricsAnswer(request.headers.get("authorization"), { ofDatabase: true });
  return new Response(text, head);
}

/** `ofDatabase`: with the figures that every console reads from the same database, too. */
export async function metricsAnswer(
  authorization: string | null,
  { ofDatabase }: { ofDatabase: boolean },
): Promise<Answer> {
  const { metricsToken } = env();
  if (metricsToken === null) return { status: 404, text: "", headers: {} };
  if (!isSame(authorization ?? "", `Bearer ${metricsToken}`)) {
    return { status: 401, text: "", headers: { "www-authenticate": "Bearer" } };
  }
  countConnections();
  const headers = { "content-type": METRICS_TYPE };
  if (!ofDatabase) return { status: 200, text: await processMetrics(), headers };
  const figures = await readFigures().catch((error: unknown) => {
    log.error({ error }, "metrics: the database does not answer");
    return null;
  });
  return { status: 200, text: await metricsText(figures), headers };
}

function countConnections(): void {
  for (const [name, one] of Object.entries({ usual: pool(), urgent: urgentPool() })) {
    const states = { busy: one.totalCount - one.idleCount, idle: one.idleCount, waiting: one.waitingCount };
    for (const [state, count] of Object.entries(states)) telemetry().pool.set({ pool: name, state }, count);
  }
}

/** In the same time, however much of it is right. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

async function readFigures() {
  const [first, ...others] = configuredEnvironments().flatMap((environment) => {
    const ctx = contextFor({ kind: "job", id: "metrics", name: "metrics" }, environment);
    return ctx ? [ctx] : [];
  });
  if (!first) return null;
  const [jobs, heads, unlinked, figures] = await Promise.all([
    countJobs(first),
    getHeadExports(first, env().auditHeads),
    countUnlinked(first),
    Promise.all([first, ...others].map(async (ctx) => [ctx.environment, await countForMetrics(ctx)] as const)),
  ]);
  return {
    jobs,
    heads,
    unlinked,
    environments: new Map<Environment, Awaited<ReturnType<typeof countForMetrics>>>(figures),
  };
}
