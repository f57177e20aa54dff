import "server-only";
import { and, desc, eq, inArray, isNotNull, isNull, ne, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { approvals } from "@/drizzle/schema/approvals";
import { discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import { orderDismissals } from "@/drizzle/schema/follow-ups";
import { isSetBack, setback, transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { may, ROLES } from "@/lib/auth/permissions";
import { seesPii } from "@/lib/pii/access";
import { without } from "@/lib/pii/mask";
import { err, ok, type Result } from "@/lib/result";
import { orderRows } from "@/lib/transactions/list/order-rows";
import { endingOf } from "@/lib/transactions/status/order-ending";
import { isCorrectablePayout } from "@/lib/transactions/submission/correctable";
import { recipientView } from "@/lib/transactions/to-view";
import { FOLLOW_UPS_MAX, type FollowUpList, type FollowUps, type Setback } from "./follow-up";

const SHOWN = 20;
const FAILED: readonly Setback[] = ["FAILED", "CANCELLED", "RESOLVED", "rejected"];
/** In `listAttention` for all users, unless a discrepancy was resolved. */
const IN_ATTENTION: readonly Setback[] = ["held", "not_created"];

const word = setback(transactions);

/** The reader's own withdrawals that were sent back, failed or are held, and failed ones of others. */
export async function listFollowUps(ctx: Ctx): Promise<FollowUps> {
  requirePermission(ctx, "withdrawals:create");
  const [own, others] = await Promise.all([listOf(ctx, isOwn(ctx)), listOf(ctx, isForOthers(ctx))]);
  return { own, others };
}

/** Removes a withdrawal from the list until its state changes again. */
export async function dismissFollowUp(
  ctx: Ctx,
  { referenceId, setback: seen }: { referenceId: string; setback: Setback },
): Promise<Result<{ referenceId: string }, { kind: "changed" }>> {
  requirePermission(ctx, "withdrawals:create");
  const by = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const open = and(mine, or(isOwn(ctx), isForOthers(ctx)));
    const [found] = await tx
      .select({ id: transactions.id, setback: sql<Setback>`${word}` })
      .from(transactions)
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
      .innerJoin(users, eq(users.id, withdrawals.requestedBy))
      .where(and(open, isOpen(ctx)))
      .for("update", { of: transactions });
    // Dismissed already, or changed since the reader saw it.
    if (!found || found.setback !== seen) return err({ kind: "changed" });
    await tx.insert(orderDismissals).values({ transactionRow: found.id, by, at: ctx.now(), setback: seen });
    await record(tx, ctx, { action: "withdrawal.dismissed", subject: referenceId, detail: { setback: seen } });
    return ok({ referenceId });
  });
}

async function listOf(ctx: Ctx, whose: SQL | undefined): Promise<FollowUpList> {
  const { db } = ctx;
  const wanted = and(eq(transactions.environment, ctx.environment), isOpen(ctx), whose);
  const found = await db
    .select({ order: transactions, intent: withdrawals, requestedBy: users.name, setback: sql<Setback>`${word}` })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .innerJoin(users, eq(users.id, withdrawals.requestedBy))
    .where(wanted)
    .orderBy(desc(transactions.updatedAt), desc(transactions.id))
    .limit(FOLLOW_UPS_MAX);
  const shown = found.slice(0, SHOWN);
  const [rows, reasons, endings] = await Promise.all([
    orderRows(ctx, shown),
    reasonsOf(
      ctx,
      shown.map(({ order }) => order.id),
    ),
    Promise.all(shown.map(({ order }) => endingOf(db, order))),
  ]);
  return {
    count: found.length,
    counted: found.filter(({ order, setback }) => order.discrepancyAt !== null || !IN_ATTENTION.includes(setback))
      .length,
    rows: rows.flatMap(({ row, intent, requestedBy, setback }, at) => {
      const ending = endings[at];
      if (!ending) return [];
      const hidden = seesPii(ctx) ? [] : [intent.destinationAccount, intent.destinationAccountName];
      const reason = reasons.get(intent.transactionRow) ?? null;
      return {
        ...row,
        ...{ setback, requestedBy, recipient: recipientView(ctx, intent) },
        reason: reason && without(reason, hidden),
        isCorrectable: isCorrectablePayout(ending),
      };
    }),
  };
}

/** The approvers' reasons. */
async function reasonsOf({ db }: Ctx, ids: string[]): Promise<Map<string, string | null>> {
  const said = await db
    .select({ id: approvals.transactionRow, reason: approvals.reason })
    .from(approvals)
    .where(and(inArray(approvals.transactionRow, ids), ne(approvals.decision, "approved")));
  return new Map(said.map(({ id, reason }) => [id, reason]));
}

/** Failed, held or sent back; not replaced; and without an open discrepancy about its payment. */
function isOpen({ db }: Ctx): SQL | undefined {
  const newer = alias(transactions, "newer");
  const replaced = db.select({ id: newer.id }).from(newer).where(eq(newer.replaces, transactions.id));
  const newest = sql`(select ${discrepancyResolutions.finding} from ${discrepancyResolutions}
    where ${discrepancyResolutions.transactionRow} = ${transactions.id} order by ${discrepancyResolutions.id} desc limit 1)`;
  return and(
    isSetBack(transactions),
    or(isNull(transactions.discrepancyAt), and(isNotNull(transactions.resolvedAt), sql`${newest} = 'not_moved'`)),
    notExists(replaced),
  );
}

const isOwn = (ctx: Ctx) => and(eq(withdrawals.requestedBy, ctx.actor.id), notDismissed(ctx, ctx.actor.id));

const MAY_REQUEST = ROLES.filter((role) => may(role, "withdrawals:create"));

/** Failed withdrawals of others, and those sent back to a requester who can no longer act. */
const isForOthers = (ctx: Ctx) =>
  and(
    ne(withdrawals.requestedBy, ctx.actor.id),
    or(inArray(word, [...FAILED]), isNotNull(users.disabledAt), notInArray(users.role, MAY_REQUEST)),
    notDismissed(ctx, null),
  );

/** `by`: only this user's dismissals count; null: anyone's. A withdrawal held again since then is open again. */
function notDismissed({ db }: Ctx, by: string | null) {
  const dismissed = db
    .select({ id: orderDismissals.id })
    .from(orderDismissals)
    .where(
      and(
        eq(orderDismissals.transactionRow, transactions.id),
        sql`${orderDismissals.setback} = ${word}`,
        sql`${orderDismissals.at} >= coalesce(${transactions.heldAt}, '-infinity')`,
        by === null ? undefined : eq(orderDismissals.by, by),
      ),
    );
  return notExists(dismissed);
}
