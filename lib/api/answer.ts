import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { ReadOnly } from "@/lib/auth/read-only";
import { parsedJson } from "@/lib/fields";
import { readUpload } from "@/lib/http/upload";
import { log } from "@/lib/log";
import { err, ok, type Result } from "@/lib/result";
import { type ApiDeps, authenticate } from "./caller";
import type { Endpoint } from "./endpoint";
import { type Kept, keptAnswer, once } from "./idempotency";
import { type ApiProblem, problemBody, readFields, statusOf } from "./problem";
import { idempotencyKey } from "./shapes";

const MAX_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 1;

const PRIVATE = { "cache-control": "private, no-store" };

/**
 * Answers one request: who asks, whether they may, what they ask, and the use case.
 * @unguarded checks the key and its scope; each use case checks its permission
 */
export async function answerApi(
  deps: ApiDeps,
  endpoint: Endpoint,
  request: Request,
  path: Record<string, string>,
): Promise<Response> {
  const refuse = (problem: ApiProblem) => problemResponse(problem, deps.requestId);
  try {
    const ctx = await authenticate(deps, request);
    if (!ctx.ok) return refuse(ctx.error);
    return await answer(ctx.value, endpoint, request, path).then((done) => (done.ok ? done.value : refuse(done.error)));
  } catch (error) {
    if (error instanceof Forbidden) {
      log.warn({ refused: error.message }, "api: a permission is missing");
      return refuse({ code: "missing_scope", detail: `This endpoint needs ${endpoint.scope}.` });
    }
    if (error instanceof ReadOnly) return refuse({ code: "sending_disabled" });
    log.error({ error, endpoint: endpoint.id }, "api: a request failed");
    return refuse({ code: "internal" });
  }
}

async function answer(
  ctx: Ctx,
  endpoint: Endpoint,
  request: Request,
  path: Record<string, string>,
): Promise<Result<Response, ApiProblem>> {
  // First, so that a key without the scope learns nothing of what it asks.
  const { actor } = ctx;
  if (actor.kind !== "api_key" || !actor.scopes.includes(endpoint.scope)) {
    throw new Forbidden(`${actor.kind} ${actor.id} lacks ${endpoint.scope}`);
  }
  const named = parsed(endpoint.pathParameters, path);
  if (!named.ok) return err({ code: "not_found" });
  const query = parsed(endpoint.query, Object.fromEntries(new URL(request.url).searchParams));
  if (endpoint.method === "GET") {
    if (!query.ok) return query;
    const done = await endpoint.handle(ctx, { body: undefined, query: query.value, path: named.value });
    return done.ok ? ok(Response.json(done.value, { status: endpoint.status, headers: PRIVATE })) : done;
  }
  const key = idempotencyKey.safeParse(request.headers.get("idempotency-key"));
  if (!key.success) return err({ code: "idempotency_key_missing" });
  const { maxBytes = MAX_BYTES } = endpoint;
  const bytes = await readUpload(request, maxBytes);
  if (bytes.byteLength > maxBytes) return err({ code: "too_large" });
  const json = parsedJson(bytes);
  if (json === undefined) return err({ code: "invalid_json" });
  const digest = createHash("sha256").update(`${endpoint.id}\n`).update(bytes).digest("hex");
  const asked = { idempotencyKey: key.data, digest };
  const body = parsed(endpoint.body, json);
  const unlessKept = async (refusal: Result<never, ApiProblem>) => {
    const kept = await keptAnswer(ctx, asked);
    return kept ? answered(kept) : refusal;
  };
  if (!query.ok) return unlessKept(query);
  if (!body.ok) return unlessKept(body);
  const done = await once(ctx, asked, async (inside) => {
    const made = await endpoint.handle(inside, { body: body.value, query: query.value, path: named.value });
    if (made.ok) return { status: endpoint.status, answer: made.value as Record<string, unknown> };
    return { status: statusOf(made.error), answer: { ...made.error } };
  });
  return done.ok ? answered(done.value) : done;
}

function answered({ status, answer, isRepeat }: Kept): Result<Response, ApiProblem> {
  if (status >= 400) return err(answer as ApiProblem);
  return ok(Response.json(answer, { status, headers: { ...PRIVATE, "idempotent-replayed": String(isRepeat) } }));
}

/** Without a schema nothing is taken: a parameter that is dropped without a word is one that its sender relies on. */
const parsed = (schema: z.ZodType = z.strictObject({}), given: unknown): Result<unknown, ApiProblem> =>
  readFields(schema, given);

/**
 * A refusal, after RFC 9457.
 * @unguarded says nothing but the refusal
 */
export function problemResponse(problem: ApiProblem, requestId: string | null): Response {
  const headers = {
    ...{ ...PRIVATE, "content-type": "application/problem+json" },
    ...(problem.code === "unauthenticated" && { "www-authenticate": "Bearer" }),
    ...(problem.code === "too_many_requests" && { "retry-after": String(RETRY_AFTER_SECONDS) }),
  };
  return new Response(JSON.stringify(problemBody(problem, requestId)), { status: statusOf(problem), headers });
}
