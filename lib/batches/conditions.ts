import "server-only";
import { and, count, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { List } from "@/lib/db/keyset";
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
      state && eq(batches.state, state),
      show === "needs" ? NEEDS_ACTION : show === "mine" ? mine : undefined,
      q === "" ? undefined : sql`position(lower(${q.normalize("NFKC")}) in lower(${name})) > 0`,
    ],
  };
}

const order = sql`select from ${batchRows} inner join ${transactions} on ${transactions.id} = ${batchRows.transactionRow}
  where ${batchRows.batchId} = ${batches.id}`;
const isOpen = sql`(${transactions.submission} = 'unknown'
  or (${transactions.discrepancyAt} is not null and ${transactions.resolvedAt} is null)
  or (${transactions.heldAt} is not null and ${transactions.submission} in ('queued', 'awaiting_approval')))`;

/** It is paused, came back, or has rows that a person has to look at: `needsAttention` in the words of the database. */
const NEEDS_ACTION: SQL = sql`(${batches.state} = 'paused'
  or (${batches.state} = 'draft' and ${gt(batches.revision, 0)})
  or (${inArray(batches.state, ["sending", "sent", "cancelled"])} and exists (${order} and ${isOpen})))`;

export async function countBatches({ db, environment }: Ctx): Promise<{ all: number; needs: number }> {
  const [found] = await db
    .select({ all: count(), needs: sql<number>`${count()} filter (where ${NEEDS_ACTION})`.mapWith(Number) })
    .from(batches)
    .where(and(eq(batches.environment, environment)));
  return found ?? { all: 0, needs: 0 };
}
