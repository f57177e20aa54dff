import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { getHeadExports } from "@/lib/audit/heads";
import { configuredEnvironments, contextFor } from "@/lib/auth/context";
import { env } from "@/lib/env";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";
import { METRICS_TYPE, metricsText } from "./prometheus";
import { countForMetrics, countJobs } from "./queries";

/** For monitoring with METRICS_TOKEN. Without a token the route responds 404. */
export async function answerMetrics(request: Request): Promise<Response> {
  const { metricsToken } = env();
  if (metricsToken === null) return new Response(null, { status: 404 });
  if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${metricsToken}`)) {
    return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
  }
  const figures = await readFigures().catch((error: unknown) => {
    log.error({ error }, "metrics: the database does not answer");
    return null;
  });
  return new Response(await metricsText(figures), { headers: { "content-type": METRICS_TYPE } });
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
  const [jobs, heads, figures] = await Promise.all([
    countJobs(first),
    getHeadExports(first, env().auditHeads),
    Promise.all([first, ...others].map(async (ctx) => [ctx.environment, await countForMetrics(ctx)] as const)),
  ]);
  return { jobs, heads, environments: new Map<Environment, Awaited<ReturnType<typeof countForMetrics>>>(figures) };
}
