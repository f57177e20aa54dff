import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isConnectionError } from "@/lib/db/connection-errors";
import { sentHeaders, sourceFrom } from "@/lib/http/remote-address";
import { log } from "@/lib/log";
import { telemetry } from "@/lib/telemetry/counters";
import { type Answer, asResponse, say } from "./answer";
import { type Arrival, batchInserterOf } from "./batch-insert";
import { type Body, readBody } from "./body";
import { namedIn, readJson, shaped } from "./body-schemas";
import { type Classified, classify } from "./classify";
import { REFUSED_WITH, type Refusal } from "./delivery";
import { notifyOfDelivery } from "./notify";
import { hasUsedUpQuota, noteBeyond, noteKept } from "./quota-usage";
import { countUnknownToken, mayBeKnownToken } from "./unknown-tokens";
import { secretsOf, verifyJson } from "./verify";

/** The response to the service. Only SUCCESS acknowledges, and only after the delivery is committed. */
const ACKNOWLEDGED = "SUCCESS";

/** More callbacks than this within `BURST_MS` are a burst. */
const BURST = 24;
const BURST_MS = 100;
/** Arrival times of the latest callbacks in this process, on its monotonic clock. */
const recent: number[] = [];

function isBurst(): boolean {
  const now = performance.now();
  recent.push(now);
  const first = recent.length > BURST ? recent.shift() : undefined;
  return first !== undefined && now - first < BURST_MS;
}

/** An incoming callback, independent of the framework. The source address may be unknown. */
export type Incoming = {
  headers: Record<string, string>;
  read: () => Promise<Body>;
  sourceAddress: string | null;
  /** Whether this process serves pages too, so that bursts of unsigned callbacks yield to them. */
  besidePages: boolean;
};

/** Takes a callback that comes as a standard Request. */
export async function handleCallback(ctx: Ctx, token: string, request: Request): Promise<Response> {
  requirePermission(ctx, "deliveries:receive");
  const [headers, sourceAddress] = [sentHeaders(request.headers), sourceFrom(request.headers)];
  return asResponse(
    await handleIncoming(ctx, token, { headers, read: () => readBody(request), sourceAddress, besidePages: true }),
  );
}

/**
 * Stores one callback, then acknowledges it. It is processed afterwards, so that the service never waits for
 * processing. Independent of the framework.
 */
export async function handleIncoming(ctx: Ctx, token: string, incoming: Incoming): Promise<Answer> {
  requirePermission(ctx, "deliveries:receive");
  const answer = await take(ctx, token, incoming);
  telemetry().callbacks.inc({ environment: ctx.environment, status: answer.status });
  return answer;
}

async function take(ctx: Ctx, token: string, { headers, read, sourceAddress, besidePages }: Incoming): Promise<Answer> {
  const mayGather = isBurst() && besidePages;
  try {
    const patience = openPatience();
    if (!(await patience(() => mayBeKnownToken(ctx, token, sourceAddress)))) return unknownToken(ctx, sourceAddress);

    const body = await read();
    const came = { id: randomUUID(), environment: ctx.environment, token, receivedAt: ctx.now(), sourceAddress };
    const arrival = { ...came, headers, body: body.bytes, ...inspect(ctx, headers, body) };
    return await patience(() => keep(ctx, arrival, { mayGather: mayGather && arrival.signature !== "valid" }));
  } catch (error) {
    // Not stored, so not acknowledged: the service may send it again.
    log.error({ error }, "callback: could not be kept");
    return say(503, "not kept, send again", { "retry-after": "5" });
  }
}

/** The service waits ten seconds for a response. This is the time for all database work together. */
const PATIENCE_MS = 7_000;
/** The sender may never send it again, so a restart of the database is waited for. */
const RETRY_MS = 200;

/**
 * Rejects once the time is used up. The work continues: the delivery may still be stored. Work whose connection is lost
 * is done again on another one, as long as there is time.
 */
function openPatience() {
  let leftMs = PATIENCE_MS;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => reject(new Error("the database did not answer in time")), leftMs);
    try {
      return await Promise.race([untilConnected(work, since + leftMs), late]);
    } finally {
      clearTimeout(limit);
      leftMs -= performance.now() - since;
    }
  };
}

async function untilConnected<T>(work: () => Promise<T>, end: number): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error) || performance.now() + RETRY_MS > end) throw error;
      await pause(RETRY_MS);
    }
  }
}

async function keep(ctx: Ctx, arrival: Arrival, when: { mayGather: boolean }): Promise<Answer> {
  const turnedAway = arrival.signature === "valid" ? null : await beyondQuota(ctx, arrival);
  if (turnedAway) return turnedAway;
  const kept = await batchInserterOf(ctx.db.$client)(arrival, when);
  if (kept.kind === "unknown_address") return unknownToken(ctx, arrival.sourceAddress);
  if (kept.worth === "junk" || kept.worth === "known") noteKept(ctx, cameOf(arrival), kept);
  notifyOfDelivery(ctx, { mustJudge: kept.refusal === null });
  return kept.refusal === null ? say(200, ACKNOWLEDGED) : say(REFUSED_WITH[kept.refusal], kept.refusal);
}

const cameOf = ({ token, sourceAddress, body }: Arrival) => ({ token, sourceAddress, bytes: body.byteLength });

/**
 * The response to a callback over the quota; null if it is to be stored. A repeated final status is acknowledged, as it
 * is known already. One about an unknown order, or with another status, is not: the service may send it again tomorrow.
 */
async function beyondQuota(ctx: Ctx, arrival: Arrival): Promise<Answer | null> {
  if (!hasUsedUpQuota(ctx, arrival.token)) return null;
  const weighed = await classify(ctx.db, arrival);
  if (weighed === null || isAboutOpenOrder(weighed)) return null;
  if (noteBeyond(ctx, cameOf(arrival))) return null;
  if (weighed.refusal !== null) return say(REFUSED_WITH[weighed.refusal], weighed.refusal);
  if (weighed.worth === "known") return say(200, ACKNOWLEDGED);
  return say(429, "not kept, too many that prove nothing", { "retry-after": "3600" });
}

const isAboutOpenOrder = (weighed: Classified | null) => weighed?.worth === "proven" || weighed?.worth === "open";

function unknownToken(ctx: Ctx, sourceAddress: string | null): Answer {
  countUnknownToken(ctx, sourceAddress);
  return say(404, "no such address");
}

type Inspected = Pick<Arrival, "signature" | "refusal" | "names">;

/** "HTTP POST callbacks with a JSON body": no `Content-Type` is promised, and only the body is parsed. */
function inspect(ctx: Ctx, headers: Record<string, string>, body: Body): Inspected {
  const refused = (refusal: Refusal): Inspected => ({ signature: "unchecked", refusal, names: null });
  if (body.cut !== null) return refused(body.cut);
  const json = readJson(body.bytes);
  const read = json.ok ? shaped(json.value) : json;
  if (!json.ok || !read.ok) return refused("unreadable");

  const signature = verifyJson(json.value, headers["x-signature"] ?? null, secretsOf(ctx));
  return { signature, refusal: signature === "wrong" ? "wrong_signature" : null, names: namedIn(read.value) };
}
