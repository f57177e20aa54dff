import { randomUUID } from "node:crypto";
import { answerApi } from "@/lib/api/answer";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { createApiKey } from "@/lib/api-keys/commands";
import type { ApiKeyInput } from "@/lib/api-keys/schema";
import { API_SCOPES } from "@/lib/auth/api-scopes";
import type { Ctx } from "@/lib/auth/context";
import type { TestContext } from "./context";

export const LIMIT = { currency: "JPY" as const, amount: "1000000" };

/** Makes a key with every scope and a name of its own; resolves to its id and its secret. */
export async function newKey(by: Ctx, more: Partial<ApiKeyInput> = {}): Promise<{ keyId: string; secret: string }> {
  const input = {
    name: `ERP ${randomUUID()}`,
    scopes: [...API_SCOPES],
    networks: [],
    lastDay: "",
    limits: [LIMIT],
    ...more,
  };
  const made = await createApiKey(by, input);
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}

/** Answers `/v1` as the console does, without its server. */
export async function serveApi(
  context: TestContext,
): Promise<(request: Request, address?: string) => Promise<Response>> {
  const job = await context.as("job");
  return async (request, address = "198.51.100.7") => {
    const { pathname } = new URL(request.url);
    for (const endpoint of Object.values(ENDPOINTS)) {
      const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
      const found = pattern.exec(pathname);
      if (!found || endpoint.method !== request.method) continue;
      const path = Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      );
      const { db, vault } = job;
      const contextOf = (actor: Ctx["actor"], environment: string) =>
        environment === job.environment ? { ...job, actor } : null;
      return answerApi({ db, vault, now: job.now, address, requestId: null, contextOf }, endpoint, request, path);
    }
    return new Response(null, { status: 404 });
  };
}

type Sent = { secret: string; body?: unknown; key?: string; address?: string };

/** Calls an endpoint; resolves to its status and JSON. */
export async function callApi(context: TestContext, method: "GET" | "POST", path: string, sent: Sent) {
  const serve = await serveApi(context);
  const headers = { authorization: `Bearer ${sent.secret}`, "idempotency-key": sent.key ?? randomUUID() };
  const body = sent.body === undefined ? null : JSON.stringify(sent.body);
  const answer = await serve(new Request(`http://console.test${path}`, { method, headers, body }), sent.address);
  const text = await answer.text();
  return { status: answer.status, text, json: JSON.parse(text), headers: answer.headers };
}
