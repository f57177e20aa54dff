import "server-only";
import { randomUUID } from "node:crypto";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { log } from "@/lib/log";
import { readBody } from "./body";
import { REFUSED_WITH, type Refusal, type Signature } from "./delivery";
import { keeperOf } from "./keeping";
import { readCallback } from "./shapes";
import { mayHaveAddress, noteStray } from "./strays";
import { verifySignature } from "./verify";

/** What the service is told. Only SUCCESS acknowledges, and only after what it sent is committed. */
const ACKNOWLEDGED = "SUCCESS";

/** Long enough for any address of a proxy or two. */
const SOURCE_MAX = 200;

/**
 * Takes one callback: keep it, then acknowledge it. What it means is judged afterwards, so that the service never
 * waits for us. Knows nothing of the framework around it: a standard Request in, a standard Response out. `peer` is
 * who is connected to us, where the framework tells; what a proxy says of the sender goes before it.
 */
export async function receive(
  ctx: Ctx,
  token: string,
  request: Request,
  peer: string | null = null,
): Promise<Response> {
  requirePermission(ctx, "deliveries:receive");
  const sourceAddress = request.headers.get("x-forwarded-for")?.slice(0, SOURCE_MAX) ?? peer;
  try {
    if (!(await mayHaveAddress(ctx, token, sourceAddress))) return nobody(ctx, sourceAddress);

    const body = await readBody(request);
    const headers = Object.fromEntries(request.headers);
    const came = { id: randomUUID(), environment: ctx.environment, token, receivedAt: ctx.now(), sourceAddress };
    const kept = await keeperOf(ctx.db)({ ...came, headers, body: body.bytes, ...inspect(ctx, request, body) });
    if (kept.kind === "unknown address") return nobody(ctx, sourceAddress);
    return kept.refusal === null ? say(200, ACKNOWLEDGED) : say(REFUSED_WITH[kept.refusal], kept.refusal);
  } catch (error) {
    // It is not in the database, so it must not be acknowledged: a sender that retries will bring it again.
    log.error({ error }, "callback: could not be kept");
    return say(503, "not kept, send again", { "retry-after": "5" });
  }
}

function nobody(ctx: Ctx, sourceAddress: string | null): Response {
  noteStray(ctx, sourceAddress);
  return say(404, "no such address");
}

type Inspected = { signature: Signature; refusal: Refusal | null };

function inspect(ctx: Ctx, request: Request, body: Awaited<ReturnType<typeof readBody>>): Inspected {
  if (body.cut !== null) return { signature: "unchecked", refusal: body.cut };
  if (!isJson(request.headers.get("content-type"))) return { signature: "unchecked", refusal: "wrong type" };
  if (!readCallback(body.bytes).ok) return { signature: "unchecked", refusal: "unreadable" };

  const header = request.headers.get("x-signature");
  const signature = verifySignature(body.bytes.toString("utf8"), header, ctx.secretKey);
  return { signature, refusal: signature === "wrong" ? "wrong signature" : null };
}

const isJson = (contentType: string | null) => /^application\/json\s*(;|$)/i.test(contentType ?? "");

const say = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
