import "server-only";
import { createServer, type Server } from "node:http";
import { databaseAnswers, whyUnready } from "@/lib/health/queries";
import { metricsAnswer } from "@/lib/metrics/route";
import { listen } from "./listen";

type Answer = { status: number; text: string; headers: Record<string, string> };

const ADDRESS = /^\/api\/(health|live|ready|metrics)(?:\?|$)/;
const PLAIN = { "content-type": "text/plain; charset=utf-8" };

/** Answers health checks and metrics in a process without pages; null for any other address. */
export async function answerMonitor(method: string, url: string, authorization?: string): Promise<Answer | null> {
  const asked = method === "GET" ? ADDRESS.exec(url)?.[1] : undefined;
  if (asked === undefined) return null;
  if (asked === "metrics") return metricsAnswer(authorization ?? null, { ofDatabase: false });
  const reason = asked === "ready" ? await whyUnready() : null;
  const isWell = reason === null && (asked !== "health" || (await databaseAnswers()));
  return { status: isWell ? 200 : 503, text: reason ?? "", headers: PLAIN };
}

/** For a process without an HTTP server of its own, such as the worker. */
export function serveMonitor({ host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const answer = await answerMonitor(method, url, headers.authorization);
    outgoing.writeHead(answer?.status ?? 404, answer?.headers ?? PLAIN);
    outgoing.end(answer?.text ?? "");
  });
  return listen(server, { host, port, settings: "WORKER_HOST / WORKER_PORT" });
}
