import "server-only";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Actor } from "@/lib/auth/actor";
import type { Tx } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { announce } from "@/lib/events/announce";
import { eventOf } from "@/lib/events/from-audit";
import { traceOrder } from "@/lib/telemetry/order-trace";
import type { AuditAction } from "./audit-actions";

type Who = { actor: Actor; environment: Environment | null; now: () => Date };
export type AuditEvent = { action: AuditAction; subject: string; detail?: Record<string, unknown> };

/** Writes one line of the audit log in the caller's transaction. If it cannot be written, neither can the change. */
export async function record(tx: Tx, { actor, environment, now }: Who, { action, subject, detail = {} }: AuditEvent) {
  const { kind, id, name } = actor;
  const who = { actorKind: kind, actorId: id, actorName: name };
  await tx.insert(auditEvents).values({ at: now(), environment, ...who, action, subject, detail });
  const event = eventOf({ action, subject, detail });
  if (event && environment !== null) await announce(tx, { actor, environment, now }, event);
  traceOrder(subject, action, { "choba.action": action });
}
