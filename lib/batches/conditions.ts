import "server-only";
import { and, count, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { batchApprovals, batches, batchRows, cameBack } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { isNotHolder } from "@/lib/auth/key-holders";
import { may } from "@/lib/auth/permissions";
import type { List } from "@/lib/db/keyset";
import { needsActionIn } from "@/lib/transactions/list/needs-action";
import type { BatchesAsked } from "./schema";

/** Which batches a list shows, the newest first. */
export function batchList(ctx: Ctx, { show, q, state }: Omit<BatchesAsked, "anchor">): List {
  const { id, environment, uploadedAt, name, uploadedBy, requestedBy } = batches;
  const mine = or(eq(uploadedBy, ctx.actor.id), eq(requestedBy, ctx.actor.id));
  return {
    ...{ from: batches, id, isDescending: true },
    keys: [
      { value: uploadedAt, type: "timestamptz" },
      { value: id, type: "uuid" },
    ],
    where: [eq(environment, ctx.environment)],
    filters: [
      state && inArray(batches.state, state),
      show === "needs" ? needsAction(ctx) : show === "mine" ? mine : undefined,
      q === "" ? undefined : sql`position(lower(${q.normalize("NFKC")}) in lower(${name})) > 0`,
    ],
  };
}

const isOpen = sql`(${transactions.submission} = 'unknown'
  or (${transactions.discrepancyAt} is not null and ${transactions.resolvedAt} is null)
  or (${transactions.heldAt} is not null and ${transactions.submission} in ('queued', 'awaiting_approval')))`;

/** It waits for the reader's own decision. */
export const waitsForReader = ({ actor, environment, now }: Ctx): SQL | undefined =>
  and(
    eq(batches.environment, environment),
    eq(batches.state, "awaiting_approval"),
    sql`${batches.requestedBy} <> ${actor.id} and ${batches.approvalExpiresAt} > ${now()}`,
    isNotHolder(batches.requestedBy, actor.id),
    sql`not exists (select from ${batchApprovals} where ${batchApprovals.batchId} = ${batches.id}
      and ${batchApprovals.digest} = ${batches.root} and ${batchApprovals.by} = ${actor.id})`,
  );

/**
 * It is paused, came back, waits for the reader's own decision, or has rows that need action: `needsAttention` in the words
 * of the database. The few orders that need action lead to their batches, not the rows of every batch to their orders.
 */
function needsAction(ctx: Ctx): SQL | undefined {
  const open = ctx.db
    .select({ batchId: batchRows.batchId })
    .from(transactions)
    .innerJoin(batchRows, eq(batchRows.transactionRow, transactions.id))
    .where(and(needsActionIn(ctx), isOpen));
  const { actor } = ctx;
  return or(
    eq(batches.state, "paused"),
    cameBack(ctx.now()),
    actor.kind === "user" && may(actor.role, "withdrawals:approve") ? waitsForReader(ctx) : undefined,
    and(inArray(batches.state, ["sending", "sent", "cancelled"]), inArray(batches.id, open)),
  );
}

/** `needs`: how many need action, in the list and in the sidebar. */
export async function countBatches(ctx: Ctx): Promise<{ all: number; needs: number }> {
  const [found] = await ctx.db
    .select({ all: count(), needs: sql<number>`${count()} filter (where ${needsAction(ctx)})`.mapWith(Number) })
    .from(batches)
    .where(eq(batches.environment, ctx.environment));
  return found ?? { all: 0, needs: 0 };
}
