import "server-only";
import { and, count, desc, eq, isNull } from "drizzle-orm";
import type { Delivery } from "@/drizzle/schema/deliveries";
import { callbackDisagreements } from "@/drizzle/schema/disagreements";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, requireUser } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { seesPii } from "@/lib/pii/access";
import { masked } from "@/lib/pii/mask";
import { err, ok, type Result } from "@/lib/result";
import { type Disagreement, type DisagreementsView, isNews, isPlain, SAID_AT_MOST } from "./disagreement";

type About = { transactionRow: string } | { registrationRow: string };

/** Puts a disagreement on the dashboard. The caller holds the lock of the order or registration. */
export async function recordDisagreement(
  tx: Tx,
  ctx: Ctx,
  about: About,
  delivery: Delivery,
  found: Disagreement[],
): Promise<void> {
  if (found.length === 0) return;
  const subject = "transactionRow" in about ? about.transactionRow : about.registrationRow;
  const fields = found.map(({ said, ...same }) => ({ ...same, said: [...said].slice(0, SAID_AT_MOST).join("") }));
  const came = { fields, isProven: delivery.signature === "valid", deliveryId: delivery.id };
  const at = ctx.now();
  const mine = eq(callbackDisagreements.subject, subject);
  const [held] = await tx.select().from(callbackDisagreements).where(mine).for("update");
  if (!held) {
    const { environment } = ctx;
    const first = { subject, environment, ...about, ...came, count: 1, firstAt: at, lastAt: at };
    await tx.insert(callbackDisagreements).values(first);
    return;
  }
  const news = isNews({ ...held, isSeen: held.seenAt !== null }, came) ? { ...came, seenBy: null, seenAt: null } : {};
  await tx
    .update(callbackDisagreements)
    .set({ count: held.count + 1, lastAt: at, ...news })
    .where(mine);
}

const unseenIn = ({ environment }: Ctx) =>
  and(eq(callbackDisagreements.environment, environment), isNull(callbackDisagreements.seenAt));

const SHOWN = 20;

/** The callbacks that disagree with our record and are not marked as seen, newest first. */
export async function listDisagreements(ctx: Ctx): Promise<DisagreementsView> {
  requirePermission(ctx, "activity:read");
  const { db } = ctx;
  const [[counted], rows] = await Promise.all([
    db.select({ all: count() }).from(callbackDisagreements).where(unseenIn(ctx)),
    db
      .select({ line: callbackDisagreements, referenceId: transactions.referenceId, playerId: registrations.playerId })
      .from(callbackDisagreements)
      .leftJoin(transactions, eq(transactions.id, callbackDisagreements.transactionRow))
      .leftJoin(registrations, eq(registrations.id, callbackDisagreements.registrationRow))
      .where(unseenIn(ctx))
      .orderBy(desc(callbackDisagreements.lastAt))
      .limit(SHOWN),
  ]);
  const shown = (one: Disagreement) =>
    seesPii(ctx) || isPlain(one) ? one : { ...one, said: masked("other", one.said) };
  return {
    count: counted?.all ?? 0,
    rows: rows.map(({ line, referenceId, playerId }) => ({
      ...{ id: line.subject, deliveryId: line.deliveryId, isProven: line.isProven, count: line.count },
      of: referenceId === null ? { kind: "player", playerId: playerId ?? "" } : { kind: "order", referenceId },
      fields: line.fields.map(shown),
      lastAt: line.lastAt.toISOString(),
    })),
  };
}

/** A person has seen the line as it was shown: one that another callback has changed since stays. */
export async function markDisagreementSeen(
  ctx: Ctx,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<Result<{ id: string }, { kind: "changed" }>> {
  requirePermission(ctx, "deliveries:recheck");
  requireUser(ctx.actor, "sees what disagrees");
  const seen = { seenBy: ctx.actor.id, seenAt: ctx.now() };
  const shown = and(
    eq(callbackDisagreements.subject, id),
    eq(callbackDisagreements.deliveryId, deliveryId),
    unseenIn(ctx),
  );
  return ctx.db.transaction(async (tx) => {
    const [line] = await tx.update(callbackDisagreements).set(seen).where(shown).returning();
    if (!line) return err({ kind: "changed" });
    const detail = { fields: line.fields.map(({ field }) => field), signed: line.isProven, count: line.count };
    await record(tx, ctx, { action: "callbacks.disagreement_seen", subject: deliveryId, detail });
    return ok({ id });
  });
}
