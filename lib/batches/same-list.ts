import "server-only";
import { sql } from "drizzle-orm";
import { batchRows } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { type Batch, changeBatch, inBatch, type NoBatch } from "./access";
import { mayBePaid } from "./recheck";
import type { SameListInput } from "./schema";
import { isDraft } from "./state";

type SameList = { batchId: string; name: string; at: string };

/**
 * The newest batch of another file that pays exactly the rows of this one, and of which something may have been paid,
 * however long ago. Null where a reason is asked for in another way: a further run of a file has its own, and so has each
 * row that was paid lately. Batches are compared by their totals first, so that the rows of few are read.
 */
export async function sameListBefore(db: Db | Tx, { id, environment, run }: Batch): Promise<SameList | null> {
  if (run !== 1) return null;
  const found = await db.execute<SameList>(sql`
    with own as materialized (
      select payee_key, currency, amount, count(*) as times,
        bool_and(warnings @? '$[*] ? (@.kind == "paid_before" || @.kind == "other_batch")') as weighed
      from batch_rows where batch_id = ${id} and excluded_by is null and terms is not null
      group by payee_key, currency, amount
    ), total as materialized (
      select currency, sum(times) as rows, sum(times * amount) as amount from own group by currency
    ), candidate as materialized (
      select id, name, requested_at from batches
      where environment = ${environment} and id <> ${id} and state in ('sending', 'paused', 'sent', 'cancelled')
        and jsonb_array_length(totals) = (select count(*) from total)
        and not exists (
          select from total where not exists (
            select from jsonb_array_elements(totals) stated where stated ->> 'currency' = total.currency
              and (stated ->> 'count')::numeric = total.rows and (stated ->> 'amount')::numeric = total.amount))
    )
    select id as "batchId", name, to_json(requested_at) #>> '{}' as at from candidate
    where exists (select from own where not weighed)
      and not exists (
        select payee_key, currency, amount, times from own
        except
        select payee_key, currency, amount, count(*) from batch_rows
        where batch_id = candidate.id and excluded_by is null and terms is not null
        group by payee_key, currency, amount)
      and exists (
        select from ${batchRows} join ${transactions} on ${transactions.id} = ${batchRows.transactionRow}
        where ${batchRows.batchId} = candidate.id and ${mayBePaid})
    order by requested_at desc limit 1`);
  return found.rows[0] ?? null;
}

/** Whether a list is paid again without a reason for it. A reason is about the batch that its user saw. */
export const lacksReason = ({ follows }: Batch, same: SameList | null) => same !== null && same.batchId !== follows;

type CannotAccept = NoBatch | { kind: "not_draft" | "changed" };

/** Pays a list again that another file has paid, with a reason that the approver sees. */
export async function acceptSameList(ctx: Ctx, input: SameListInput): Promise<Result<null, CannotAccept>> {
  requirePermission(ctx, "withdrawals:create");
  userIdOf(ctx);
  const { batchId, earlier, reason } = input;
  return inBatch(ctx, batchId, [isDraft, "not_draft"], async (tx, batch): Promise<Result<null, CannotAccept>> => {
    const same = await sameListBefore(tx, batch);
    if (same?.batchId !== earlier) return err({ kind: "changed" });
    await changeBatch(tx, ctx, batchId, { runReason: reason, follows: earlier, edits: batch.edits + 1 });
    const detail = { batch: earlier, reason };
    await record(tx, ctx, { action: "batch.list_accepted", subject: batchId, detail });
    return ok(null);
  });
}
