import "server-only";
import { and, eq } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { log } from "@/lib/log";
import { readBody } from "./body";
import type { Refusal, Signature } from "./delivery";
import { readCallback } from "./shapes";
import { verifySignature } from "./verify";

/** What the service is told. Only SUCCESS acknowledges, and only after what it sent is committed. */
const ACKNOWLEDGED = "SUCCESS";

const ANSWERS: Record<Refusal, number> = {
  unreadable: 400,
  "wrong signature": 401,
  "too slow": 408,
  "too large": 413,
  "wrong type": 415,
};

/**
 * Takes one callback: keep it, then acknowledge it. What it means is judged afterwards, so that the service never
 * waits for us. Knows nothing of the framework around it: a standard Request in, a standard Response out.
 */
export async function receive(ctx: Ctx, token: string, request: Request): Promise<Response> {
  requirePermission(ctx, "deliveries:receive");
  try {
    const address = await addressee(ctx, token);
    if (!address) return say(404, "no such address");

    const body = await readBody(request);
    const { signature, refusal } = inspect(ctx, request, body);
    const answered = refusal === null ? 200 : ANSWERS[refusal];
    await keep(ctx, { transactionRow: address, request, bytes: body.bytes, signature, refusal, answered });
    return refusal === null ? say(200, ACKNOWLEDGED) : say(answered, refusal);
  } catch (error) {
    // It is not in the database, so it must not be acknowledged: a sender that retries will bring it again.
    log.error({ error }, "callback: could not be kept");
    return say(503, "not kept, send again", { "retry-after": "5" });
  }
}

/** The order whose own address this is. */
async function addressee({ db, environment }: Ctx, token: string): Promise<string | null> {
  const mine = and(eq(transactions.environment, environment), eq(transactions.callbackToken, token));
  const [order] = await db.select({ id: transactions.id }).from(transactions).where(mine);
  return order?.id ?? null;
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

type Kept = Inspected & { transactionRow: string; request: Request; bytes: Buffer; answered: number };

async function keep(ctx: Ctx, { transactionRow, request, bytes: body, signature, refusal, answered }: Kept) {
  const { environment } = ctx;
  const headers = Object.fromEntries(request.headers);
  const sourceAddress = headers["x-forwarded-for"] ?? null;
  const values = { environment, transactionRow, receivedAt: ctx.now(), sourceAddress, headers, body };
  await ctx.db.transaction(async (tx) => {
    const [kept] = await tx
      .insert(deliveries)
      .values({ ...values, signature, refusal, answered })
      .returning({ id: deliveries.id });
    if (!kept) throw new Error("insert returned no row");
    if (refusal === null) await enqueue(tx, "judge-delivery", { environment, deliveryId: kept.id });
  });
}

const say = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
