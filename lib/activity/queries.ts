import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readCallback } from "@/lib/callbacks/shapes";
import type { ActivityEntry, ActivityKind, DeliveryView } from "./schema";

/** A page of the log. Older entries are reached from the order they belong to. */
const PAGE = 100;

/** What came in and what was done, newest first. */
export async function listActivity(ctx: Ctx, { kind }: { kind: ActivityKind }): Promise<ActivityEntry[]> {
  requirePermission(ctx, "activity:read");
  switch (kind) {
    case "delivery":
      return newestDeliveries(ctx);
    case "audit":
      return newestEvents(ctx);
    case "all": {
      const [came, done] = await Promise.all([newestDeliveries(ctx), newestEvents(ctx)]);
      return [...came, ...done].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, PAGE);
    }
  }
}

/** One delivery as it came, or null where there is none. */
export async function getDelivery(ctx: Ctx, { deliveryId }: { deliveryId: string }): Promise<DeliveryView | null> {
  requirePermission(ctx, "activity:read");
  const mine = and(eq(deliveries.id, deliveryId), eq(deliveries.environment, ctx.environment));
  const [row] = await ctx.db.select().from(deliveries).where(mine);
  if (!row) return null;
  const { id, receivedAt, sourceAddress, headers, body } = row;
  return { id, receivedAt: receivedAt.toISOString(), sourceAddress, headers, ...asText(body) };
}

async function newestDeliveries({ db, environment }: Ctx): Promise<ActivityEntry[]> {
  const rows = await db
    .select({ delivery: deliveries, referenceId: transactions.referenceId })
    .from(deliveries)
    .leftJoin(transactions, eq(transactions.id, deliveries.transactionRow))
    .where(eq(deliveries.environment, environment))
    .orderBy(desc(deliveries.receivedAt), desc(deliveries.id))
    .limit(PAGE);
  return rows.map(({ delivery, referenceId }) => {
    const { id, receivedAt, signature, refusal, answered, effect, sourceAddress, body } = delivery;
    const said = { said: saidIn(body), signature, refusal, answered, effect, sourceAddress };
    return { kind: "delivery", id, at: receivedAt.toISOString(), referenceId, ...said };
  });
}

async function newestEvents({ db, environment }: Ctx): Promise<ActivityEntry[]> {
  const rows = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.environment, environment))
    .orderBy(desc(auditEvents.id))
    .limit(PAGE);
  return rows.map(({ id, at, actorKind, actorName, action, subject, detail }) => {
    const actor = { kind: actorKind, name: actorName };
    return {
      kind: "audit",
      id: String(id),
      at: at.toISOString(),
      // The approval rules, how callbacks are taken, and a player are no order's.
      referenceId: /^(rules|callbacks|registration)\./.test(action) ? null : subject,
      action,
      actor,
      subject,
      detail,
    };
  });
}

function saidIn(body: Buffer) {
  const read = readCallback(body);
  if (!read.ok || read.value.kind !== "transaction") return null;
  const { status, type, currency, amount } = read.value;
  return { status, type, currency, amount };
}

function asText(body: Buffer): { body: string; isText: boolean } {
  const text = body.toString("utf8");
  return Buffer.from(text).equals(body) ? { body: text, isText: true } : { body: body.toString("hex"), isText: false };
}
