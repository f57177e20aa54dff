import "server-only";
import { randomUUID } from "node:crypto";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { sentHeaders, sourceFrom } from "@/lib/auth/peer";
import { log } from "@/lib/log";
import { type Answer, asResponse, say } from "./answer";
import { type Body, readBody } from "./body";
import { REFUSED_WITH, type Refusal, type Signature } from "./delivery";
import { keeperOf } from "./keeping";
import { readJson, shaped } from "./shapes";
import { mayHaveAddress, noteStray } from "./strays";
import { verifyJson } from "./verify";
import { tellOfDelivery } from "./waking";

/** What the service is told. Only SUCCESS acknowledges, and only after what it sent is committed. */
const ACKNOWLEDGED = "SUCCESS";

/** One callback on its way in, whatever framework carries it. Where it is from is not always known. */
export type Incoming = {
  headers: Record<string, string>;
  read: () => Promise<Body>;
  sourceAddress: string | null;
};

/** Takes a callback that comes as a standard Request. */
export async function receive(ctx: Ctx, token: string, request: Request): Promise<Response> {
  requirePermission(ctx, "deliveries:receive");
  const [headers, sourceAddress] = [sentHeaders(request.headers), sourceFrom(request.headers)];
  return asResponse(await receiveIncoming(ctx, token, { headers, read: () => readBody(request), sourceAddress }));
}

/**
 * Takes one callback: keep it, then acknowledge it. What it means is judged afterwards, so that the service never
 * waits for us. Knows nothing of the framework around it.
 */
export async function receiveIncoming(
  ctx: Ctx,
  token: string,
  { headers, read, sourceAddress }: Incoming,
): Promise<Answer> {
  requirePermission(ctx, "deliveries:receive");
  try {
    if (!(await mayHaveAddress(ctx, token, sourceAddress))) return nobody(ctx, sourceAddress);

    const body = await read();
    const came = { id: randomUUID(), environment: ctx.environment, token, receivedAt: ctx.now(), sourceAddress };
    const kept = await keeperOf(ctx.db)({ ...came, headers, body: body.bytes, ...inspect(ctx, headers, body) });
    if (kept.kind === "unknown address") return nobody(ctx, sourceAddress);
    tellOfDelivery(ctx, { mustJudge: kept.refusal === null });
    return kept.refusal === null ? say(200, ACKNOWLEDGED) : say(REFUSED_WITH[kept.refusal], kept.refusal);
  } catch (error) {
    // It is not in the database, so it must not be acknowledged: a sender that retries will bring it again.
    log.error({ error }, "callback: could not be kept");
    return say(503, "not kept, send again", { "retry-after": "5" });
  }
}

function nobody(ctx: Ctx, sourceAddress: string | null): Answer {
  noteStray(ctx, sourceAddress);
  return say(404, "no such address");
}

type Inspected = { signature: Signature; refusal: Refusal | null };

function inspect(ctx: Ctx, headers: Record<string, string>, body: Body): Inspected {
  if (body.cut !== null) return { signature: "unchecked", refusal: body.cut };
  if (!isJson(headers["content-type"])) return { signature: "unchecked", refusal: "wrong type" };
  const json = readJson(body.bytes);
  if (!json.ok || !shaped(json.value).ok) return { signature: "unchecked", refusal: "unreadable" };

  const signature = verifyJson(json.value, headers["x-signature"] ?? null, ctx.secretKey);
  return { signature, refusal: signature === "wrong" ? "wrong signature" : null };
}

const isJson = (contentType: string | undefined) => /^application\/json\s*(;|$)/i.test(contentType ?? "");
