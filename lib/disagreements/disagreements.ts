import "server-only";
import { and, count, desc, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { Delivery } from "@/drizzle/schema/deliveries";
import { callbackDisagreements } from "@/drizzle/schema/disagreements";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import type { Tx } from "@/lib/db/connection";
import { seesPii } from "@/lib/pii/access";
import { masked } from "@/lib/pii/mask";
import { err, ok, type Result } from "@/lib/result";
import {
  type Disagreement,
  type DisagreementsView,
  isNews,
  isPlain,
  SAID_AT_MOST,
  type ShownDisagreement,
} from "./disagreement";

const cut = (said: string) => [...said].slice(0, SAID_AT_MOST).join("");

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
  const fields = found.map(({ said, ...same }) => ({ ...same, said: cut(said) }));
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

const AMOUNTS = ["amount", "actualAmount"];

/** How the reader is shown what disagrees. `currency`: of our record; null of a player. */
export function shownTo(ctx: Pick<Ctx, "actor">, currency: string | null, fields: Disagreement[]): ShownDisagreement[] {
  const shown = fields.map((one) => ({
    ...one,
    said: seesPii(ctx) || isPlain(one) ? cut(one.said) : masked("other", one.said),
  }));
  const said = shown.find(({ field }) => field === "currency")?.said ?? currency;
  return shown.map((one) => ({
    ...one,
    currencies: AMOUNTS.includes(one.field) && currency !== null && said !== null ? { held: currency, said } : null,
  }));
}

/** An order with an open discrepancy is listed as such, and its page has the callback. A player has no order. */
const IS_LISTED_HERE = or(isNull(transactions.discrepancyAt), isNotNull(transactions.resolvedAt));

/** The callbacks that disagree with our record and are not marked as seen, newest first. */
export async function listDisagreements(ctx: Ctx): Promise<DisagreementsView> {
  requirePermission(ctx, "activity:read");
  const { db } = ctx;
  const listed = and(unseenIn(ctx), IS_LISTED_HERE);
  const [[counted], rows] = await Promise.all([
    db
      .select({ all: count() })
      .from(callbackDisagreements)
      .leftJoin(transactions, eq(transactions.id, callbackDisagreements.transactionRow))
      .where(listed),
    db
      .select({
        line: callbackDisagreements,
        ...{ referenceId: transactions.referenceId, currency: transactions.currency },
        playerId: registrations.playerId,
      })
      .from(callbackDisagreements)
      .leftJoin(transactions, eq(transactions.id, callbackDisagreements.transactionRow))
      .leftJoin(registrations, eq(registrations.id, callbackDisagreements.registrationRow))
      .where(listed)
      .orderBy(desc(callbackDisagreements.lastAt))
      .limit(SHOWN),
  ]);
  return {
    count: counted?.all ?? 0,
    rows: rows.map(({ line, referenceId, currency, playerId }) => ({
      ...{ id: line.subject, deliveryId: line.deliveryId, isProven: line.isProven, count: line.count },
      of: referenceId === null ? { kind: "player", playerId: playerId ?? "" } : { kind: "order", referenceId },
      fields: shownTo(ctx, currency, line.fields),
      lastAt: line.lastAt.toISOString(),
    })),
  };
}

type Line = { id: string; deliveryId: string };

/** A person has seen the line as it was shown: one that another callback has changed since stays. */
export async function markDisagreementSeen(ctx: Ctx, line: Line): Promise<Result<{ id: string }, { kind: "changed" }>> {
  requirePermission(ctx, "deliveries:recheck");
  const seen = { by: userIdOf(ctx), at: ctx.now() };
  return ctx.db.transaction(async (tx) =>
    (await markSeenIn(tx, ctx, line, seen)) ? ok({ id: line.id }) : err({ kind: "changed" }),
  );
}

/**
 * The same in a transaction of a use case that shows the line; false where the line has changed since. A signed one
 * belongs to that use case. An unsigned one, which anyone can send, stays for those who may mark it.
 */
export async function markSeenIn(
  tx: Tx,
  ctx: Ctx,
  { id, deliveryId }: Line,
  { by, at }: { by: string; at: Date },
): Promise<boolean> {
  const { actor } = ctx;
  const mayMark = actor.kind === "user" && may(actor.role, "deliveries:recheck");
  const shown = and(
    eq(callbackDisagreements.subject, id),
    eq(callbackDisagreements.deliveryId, deliveryId),
    unseenIn(ctx),
    mayMark ? undefined : eq(callbackDisagreements.isProven, true),
  );
  const [line] = await tx.update(callbackDisagreements).set({ seenBy: by, seenAt: at }).where(shown).returning();
  if (!line) return false;
  const detail = { fields: line.fields.map(({ field }) => field), signed: line.isProven, count: line.count };
  await record(tx, ctx, { action: "callbacks.disagreement_seen", subject: deliveryId, detail });
  return true;
}
