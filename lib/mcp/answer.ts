import "server-only";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { problemResponse } from "@/lib/api/answer";
import { type ApiDeps, authenticate } from "@/lib/api/caller";
import type { ApiProblem } from "@/lib/api/problem";
import type { ApiScope } from "@/lib/auth/api-scopes";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { parsedJson } from "@/lib/fields";
import { readUpload } from "@/lib/http/upload";
import { log } from "@/lib/log";
import { mcpServer } from "./server";

const SCOPE: ApiScope = "mcp:read";
const MAX_BYTES = 64 * 1024;

/**
 * Answers one message of the Model Context Protocol. Nothing is kept between two of them, so any instance answers.
 * @unguarded checks the key and its scope; each use case checks its permission
 */
export async function answerMcp(deps: ApiDeps, request: Request): Promise<Response> {
  const refuse = (problem: ApiProblem) => problemResponse(problem, deps.requestId);
  try {
    const known = await authenticate(deps, request);
    if (!known.ok) return refuse(known.error);
    const ctx = readerOf(known.value);
    const bytes = await readUpload(request, MAX_BYTES);
    if (bytes.byteLength > MAX_BYTES) return refuse({ code: "too_large" });
    const message = messageIn(bytes);
    if (message === null) return refuse({ code: "invalid_json", detail: "One message of JSON-RPC." });
    return await answer(ctx, request, message);
  } catch (error) {
    if (error instanceof Forbidden) return refuse({ code: "missing_scope", detail: `This endpoint needs ${SCOPE}.` });
    log.error({ error }, "mcp: a request failed");
    return refuse({ code: "internal" });
  }
}

/** The key with this scope alone: no other one it has, such as `personal:read`, takes the masks away. */
function readerOf(ctx: Ctx): Ctx {
  const { actor } = ctx;
  if (actor.kind !== "api_key") throw new Forbidden("only an API key asks over MCP");
  requirePermission(ctx, "mcp:call");
  return { ...ctx, actor: { ...actor, scopes: [SCOPE] } };
}

/** One object: a batch would be many calls for one try of the key. */
function messageIn(bytes: Uint8Array): object | null {
  const read = parsedJson(bytes);
  return typeof read === "object" && !Array.isArray(read) ? read : null;
}

async function answer(ctx: Ctx, request: Request, parsedBody: object): Promise<Response> {
  const handler = createMcpHandler(() => mcpServer(ctx), {
    // Nothing changes that a stream could announce.
    maxSubscriptions: 0,
    onerror: (error) => log.warn({ error }, "mcp: a message was refused"),
  });
  const answered = await handler.fetch(request, { parsedBody });
  const headers = new Headers(answered.headers);
  headers.set("cache-control", "private, no-store");
  return new Response(answered.body, { status: answered.status, headers });
}
